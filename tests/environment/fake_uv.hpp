#pragma once

#include <string>

#include "environment/surroundings.hpp"

namespace cloche::test {

/// Surroundings with a uv that makes empty environments and writes down what it was asked:
/// one line for each call in `uv.log`. `sync` says that the environment is `environment/`.
class WithFakeUv : public Surroundings {
 protected:
  WithFakeUv() {
    set("PATH", path("bin") + ":/usr/bin:/bin");
    write_program("bin/uv", R"SH(
here=$(dirname "$0")/..
echo "$@" >> "$here/uv.log"
make() {
  mkdir -p "$1/bin" "$1/lib/python3.11/site-packages"
  ln -sf /bin/true "$1/bin/python"
}
case "$1 $2" in
  sync*)
    root=$(cd "$here" && pwd)/environment
    make "$root"
    echo "Resolved 2 packages from https://ada:secret@index.example/simple" >&2
    printf '{"sync": {"environment": {"path": "%s", "python": {"path": "%s/bin/python"}}}}' "$root" "$root" ;;
  venv*) make "$3" ;;
  "pip install")
    if grep -qsFx -- "$5" "$here/unavailable"; then
      echo "error: No solution found when resolving dependencies" >&2
      exit 1
    fi ;;
esac
)SH");
  }
};

}  // namespace cloche::test
