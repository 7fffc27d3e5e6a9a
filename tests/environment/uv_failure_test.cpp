#include "environment/uv_failure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cloche::environment {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// What uv 0.13.9 said.
constexpr std::string_view no_solution =
    "warning: Failed to inspect Python interpreter\n"
    "  cause: Querying Python failed\n"
    "\n"
    "error: No solution found when resolving dependencies\n"
    "  cause: Because zz-none-such was not found in the package registry and you require zz-none-such, we "
    "can "
    "conclude that your requirements are unsatisfiable.\n";
constexpr std::string_view no_network =
    "error: Request failed after 3 retries in 6.4s\n"
    "  cause: Failed to fetch: https://ada:secret@nohost.invalid/simple/tabulate/?token=abc\n"
    "  cause: error sending request for url (https://nohost.invalid/simple/tabulate/?token=abc)\n"
    "  cause: client error (Connect)\n"
    "  cause: dns error\n"
    "  cause: failed to lookup address information: Name or service not known\n";
constexpr std::string_view offline =
    "error: No solution found when resolving dependencies\n"
    "  cause: Because zz-none-such was not found in the cache and you require zz-none-such, we can conclude "
    "that "
    "your requirements are unsatisfiable.\n"
    "\n"
    "hint: Packages were unavailable because the network was disabled. When the network is disabled, "
    "registry "
    "packages may only be read from the cache.\n";
constexpr std::string_view no_python =
    "error: No interpreter found for Python >=9.1 in virtual environments, managed installations, or search "
    "path\n"
    "\n"
    "hint: uv embeds available Python downloads and may require an update to install new versions.\n";
constexpr std::string_view no_cache =
    "error: Failed to initialize cache at `/proc/nope`\n"
    "  cause: failed to create directory `/proc/nope`: No such file or directory (os error 2)\n";
constexpr std::string_view older_tree =
    "  × No solution found when resolving script dependencies:\n"
    "  ╰─▶ Because zz was not found in the package registry and you require zz,\n"
    "      we can conclude that your requirements are unsatisfiable.\n";

TEST(UvFailure, KindsAreToldApart) {
  EXPECT_EQ(recognise_uv_failure(no_solution), UvFailureKind::no_solution);
  EXPECT_EQ(recognise_uv_failure(no_network), UvFailureKind::no_network);
  EXPECT_EQ(recognise_uv_failure(no_python), UvFailureKind::no_python);
  EXPECT_EQ(recognise_uv_failure(no_cache), UvFailureKind::cache_not_writable);
  EXPECT_EQ(recognise_uv_failure("error: unexpected argument '--output-format' found\n"),
            UvFailureKind::too_old);
  EXPECT_EQ(recognise_uv_failure("error: the moon is full\n"), UvFailureKind::other);
}

TEST(UvFailure, PackageMissingWhileTheNetworkIsOffNamesBoth) {
  EXPECT_EQ(recognise_uv_failure(offline), UvFailureKind::offline);
  EXPECT_THAT(uv_error("cannot prepare", offline, "").what(),
              AllOf(HasSubstr("zz-none-such"), HasSubstr("the network is switched off")));
}

TEST(UvFailure, GistIsTheErrorAndItsCausesWithoutWarningsAndHints) {
  EXPECT_EQ(
      gist_of_uv_failure(no_solution),
      "Because zz-none-such was not found in the package "
      "registry and you require zz-none-such, we can conclude that your requirements are unsatisfiable.");
  EXPECT_EQ(gist_of_uv_failure(older_tree),
            "Because zz was not found in the package "
            "registry "
            "and you require zz, we can conclude that your requirements are unsatisfiable.");
}

TEST(UvFailure, NoCredentialIsShown) {
  const std::string shown = uv_error("cannot prepare", no_network, "exited with status 2").what();
  EXPECT_THAT(shown, HasSubstr("nohost.invalid"));
  EXPECT_THAT(shown, Not(HasSubstr("secret")));
  EXPECT_THAT(shown, Not(HasSubstr("abc")));
}

TEST(UvFailure, SilentUvIsDescribedByItsEnd) {
  EXPECT_STREQ(uv_error("cannot prepare", "", "exited with status 7").what(),
               "cannot prepare: uv failed: it exited with status 7");
}

}  // namespace
}  // namespace cloche::environment
