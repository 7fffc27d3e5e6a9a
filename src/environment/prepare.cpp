#include "environment/current_manager.hpp"
#include "environment/environment.hpp"
#include "environment/script_metadata.hpp"
#include "environment/uv_manager.hpp"

namespace cloche::environment {
namespace {

constexpr const char* how_to_get_uv = "get uv with `pip install uv`, or see https://docs.astral.sh/uv";

/// The default rule: a sandbox when the notebook declares dependencies, unless an interpreter was named.
bool asks_for_sandbox(const Request& request, const std::optional<ScriptMetadata>& metadata) {
  return request.python.empty() && metadata && !metadata->dependencies.empty();
}

}  // namespace

Environment prepare(const Request& request) {
  if (request.cancellation && request.cancellation->requested()) throw PrepareCancelled();
  // Whoever said --no-sandbox does not care what the metadata holds.
  if (request.sandbox == false) return CurrentManager().prepare(request, std::nullopt);

  const auto metadata = read_script_metadata(*request.notebook, request.shown_path);
  if (!request.sandbox && !asks_for_sandbox(request, metadata)) {
    return CurrentManager().prepare(request, metadata);
  }
  const std::string uv = UvManager::find();
  if (!uv.empty()) return UvManager(uv).prepare(request, metadata);
  if (request.sandbox) {
    throw PrepareError("cannot make a sandbox for `" + request.shown_path + "`: uv is not installed",
                       how_to_get_uv);
  }
  Environment environment = CurrentManager().prepare(request, metadata);
  if (request.on_notice) {
    request.on_notice("`" + request.shown_path +
                      "` declares dependencies, but uv is not installed: it runs with `" +
                      environment.python + "` and what is installed there (" + how_to_get_uv + ")");
  }
  return environment;
}

}  // namespace cloche::environment
