#include "environment/uv_plans.hpp"

#include <gtest/gtest.h>

namespace cloche::environment {
namespace {

const std::vector<std::string> foreign = {"VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT"};

TEST(UvPlans, SyncRunsInTheFolderOfTheNotebook) {
  const Plan expected{{"/bin/uv", "sync", "--script", "/data/n b.py", "--output-format", "json", "--color",
                       "never", "--no-progress"},
                      foreign,
                      {},
                      "/data"};
  EXPECT_EQ(uv_sync_script("/bin/uv", "/data/n b.py", ""), expected);
}

TEST(UvPlans, SyncUsesTheInterpreterThatWasNamed) {
  const Plan expected{{"/bin/uv", "sync", "--script", "/data/n.py", "--output-format", "json", "--color",
                       "never", "--no-progress", "--python", "3.12"},
                      foreign,
                      {},
                      "/data"};
  EXPECT_EQ(uv_sync_script("/bin/uv", "/data/n.py", "3.12"), expected);
}

TEST(UvPlans, NewEnvironmentBelongsToNoProject) {
  const Plan expected{{"/bin/uv", "venv", "--no-project", "/cache/x", "--color", "never", "--no-progress",
                       "--python", "/e/bin/python"},
                      foreign,
                      {},
                      {}};
  EXPECT_EQ(uv_make_environment("/bin/uv", "/cache/x", "/e/bin/python"), expected);
}

TEST(UvPlans, InstallKeepsToTheConstraints) {
  const Plan expected{{"/bin/uv", "pip", "install", "--python", "/cache/x/bin/python", "marimo==0.24.0",
                       "--color", "never", "--no-progress", "--constraints", "/cache/x/constraints.txt"},
                      foreign,
                      {},
                      {}};
  EXPECT_EQ(uv_install("/bin/uv", "/cache/x", "marimo==0.24.0", "/cache/x/constraints.txt"), expected);
}

}  // namespace
}  // namespace cloche::environment
