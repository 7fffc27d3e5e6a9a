#include "environment/uv_report.hpp"

#include <gtest/gtest.h>

namespace cloche::environment {
namespace {

TEST(UvSyncReport, NamesTheEnvironmentAndItsInterpreter) {
  const auto report = read_uv_sync_report(R"({
    "schema": {"version": "preview"}, "target": "script", "script": {"path": "/data/n.py"},
    "sync": {
      "environment": {
        "path": "/cache/environments-v2/n-f7d4",
        "python": {"path": "/cache/environments-v2/n-f7d4/bin/python", "version": "3.11.7"}
      },
      "action": "check", "changes": []
    },
    "lock": null, "dry_run": false})");
  EXPECT_EQ(report,
            (UvSyncReport{"/cache/environments-v2/n-f7d4", "/cache/environments-v2/n-f7d4/bin/python"}));
}

TEST(UvSyncReport, AnythingElseIsNone) {
  EXPECT_FALSE(read_uv_sync_report(""));
  EXPECT_FALSE(read_uv_sync_report("Resolved 3 packages"));
  EXPECT_FALSE(read_uv_sync_report("[]"));
  EXPECT_FALSE(read_uv_sync_report(R"({"sync": {"environment": {"path": 3}}})"));
}

}  // namespace
}  // namespace cloche::environment
