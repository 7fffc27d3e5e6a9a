#include "environment/overlay.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "environment/cache_folder.hpp"
#include "environment/file_lock.hpp"
#include "environment/plan.hpp"
#include "environment/uv_failure.hpp"
#include "environment/uv_plans.hpp"

namespace cloche::environment {
namespace {

namespace fs = std::filesystem;

// Written last: an overlay without it was being made by somebody who was killed.
constexpr const char* completion_mark = "complete";

/// ROOT/lib/pythonX.Y/site-packages; empty if there is none.
fs::path site_packages_of(const std::string& root) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root + "/lib", error)) {
    const fs::path candidate = entry.path() / "site-packages";
    if (entry.path().filename().string().starts_with("python") && fs::is_directory(candidate, error)) {
      return candidate;
    }
  }
  return {};
}

/// Versions end up in a command: nothing but what versions are made of.
bool is_version(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz.+") == std::string::npos;
}

std::string lines(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += word + '\n';
  return result;
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream stream(path);
  stream << text;
  stream.close();
  if (!stream) throw PrepareError("cannot write `" + path.string() + "`: the cache is not writable");
}

std::string python_literal(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

/// What is tried in turn to install marimo: as the notebook knows it, then any version; each beside the
/// packages of the environment below, and at last over them, as marimo's own sandbox would.
struct Attempt {
  std::string requirement;
  bool constrained;
};

std::vector<Attempt> attempts_for(const Overlay& overlay) {
  std::vector<Attempt> attempts;
  if (is_version(overlay.marimo_version)) attempts.push_back({"marimo==" + overlay.marimo_version, true});
  attempts.push_back({"marimo", true});
  if (!overlay.base_root.empty()) attempts.push_back({"marimo", false});
  return attempts;
}

void install_marimo(const std::string& uv, const std::string& root, const Overlay& overlay,
                    const std::string& constraints, const Request& request) {
  process::Result result;
  for (const Attempt& attempt : attempts_for(overlay)) {
    result =
        run_plan(uv_install(uv, root, attempt.requirement, attempt.constrained ? constraints : ""), request);
    if (process::succeeded(result.outcome)) return;
    if (recognise_uv_failure(result.standard_error) != UvFailureKind::no_solution) break;
  }
  throw uv_error("cannot add marimo to the environment of `" + request.shown_path + "`",
                 result.standard_error, process::describe(result.outcome));
}

void make_overlay(const std::string& uv, const fs::path& root, const Overlay& overlay,
                  const std::vector<std::string>& packages, const Request& request) {
  std::error_code error;
  fs::remove_all(root, error);
  const process::Result made = run_plan(uv_make_environment(uv, root.string(), overlay.python), request);
  if (!process::succeeded(made.outcome)) {
    throw uv_error("cannot prepare an environment for `" + request.shown_path + "`", made.standard_error,
                   process::describe(made.outcome));
  }
  const fs::path constraints = root / "constraints.txt";
  write_file(constraints, lines(packages));
  if (overlay.with_marimo) install_marimo(uv, root.string(), overlay, constraints.string(), request);
  if (!overlay.base_root.empty()) {
    // addsitedir, unlike a plain path, also honours the .pth files there, which editable packages need.
    write_file(site_packages_of(root.string()) / "_cloche_overlay.pth",
               "import site; site.addsitedir(" +
                   python_literal(site_packages_of(overlay.base_root).string()) + ")\n");
  }
  write_file(root / completion_mark, "");
}

}  // namespace

std::vector<std::string> installed_packages(const std::string& root) {
  std::vector<std::string> packages;
  std::error_code error;
  constexpr std::string_view suffix = ".dist-info";
  for (const auto& entry : fs::directory_iterator(site_packages_of(root), error)) {
    std::string name = entry.path().filename().string();
    if (!name.ends_with(suffix)) continue;
    name.resize(name.size() - suffix.size());
    const auto dash = name.find('-');
    if (dash != std::string::npos) packages.push_back(name.replace(dash, 1, "=="));
  }
  std::sort(packages.begin(), packages.end());
  return packages;
}

std::string prepare_overlay(const std::string& uv, const Overlay& overlay, const Request& request) {
  const std::vector<std::string> packages =
      overlay.base_root.empty() ? std::vector<std::string>() : installed_packages(overlay.base_root);
  const std::string identity = overlay.base_root + '\n' + site_packages_of(overlay.base_root).string() +
                               '\n' + overlay.python + '\n' + overlay.marimo_version + '\n' +
                               (overlay.with_marimo ? "marimo\n" : "\n") + lines(packages);
  const fs::path root = fs::path(cache_folder("overlays")) / digest(identity);
  std::error_code error;
  if (fs::exists(root / completion_mark, error)) return root.string();
  const FileLock lock(root.string() + ".lock", request.cancellation);
  if (!fs::exists(root / completion_mark, error)) make_overlay(uv, root, overlay, packages, request);
  return root.string();
}

}  // namespace cloche::environment
