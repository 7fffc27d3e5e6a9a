#include "environment/overlay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "environment/fake_uv.hpp"

namespace cloche::environment {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class OverlayTest : public test::WithFakeUv {
 protected:
  OverlayTest() {
    write("base/lib/python3.11/site-packages/numpy-2.1.0.dist-info/METADATA", "");
    write("base/lib/python3.11/site-packages/Big_Thing-1.0+local.dist-info/METADATA", "");
    write("base/lib/python3.11/site-packages/numpy/__init__.py", "");
    overlay_.base_root = path("base");
    overlay_.python = path("base/bin/python");
    overlay_.marimo_version = "0.24.0";
  }
  std::string prepare() {
    Request request;
    request.shown_path = "n.py";
    return prepare_overlay(path("bin/uv"), overlay_, request);
  }

  Overlay overlay_;
};

TEST_F(OverlayTest, InstalledPackagesAreReadFromTheFolder) {
  EXPECT_THAT(installed_packages(path("base")), ElementsAre("Big_Thing==1.0+local", "numpy==2.1.0"));
  EXPECT_THAT(installed_packages(path("nowhere")), IsEmpty());
}

TEST_F(OverlayTest, HasTheNotebooksMarimoBesideThePackagesBelow) {
  const std::string root = prepare();
  EXPECT_EQ(read("uv.log"), "venv --no-project " + root + " --color never --no-progress --python " +
                                path("base/bin/python") + "\npip install --python " + root +
                                "/bin/python marimo==0.24.0 --color never --no-progress --constraints " +
                                root + "/constraints.txt\n");
  EXPECT_EQ(read(root.substr(path("").size()) + "/constraints.txt"), "Big_Thing==1.0+local\nnumpy==2.1.0\n");
}

TEST_F(OverlayTest, PackagesBelowAreFoundThroughIt) {
  const std::string root = prepare();
  EXPECT_EQ(read(root.substr(path("").size()) + "/lib/python3.11/site-packages/_cloche_overlay.pth"),
            "import site; site.addsitedir('" + path("base/lib/python3.11/site-packages") + "')\n");
}

TEST_F(OverlayTest, SecondRunStartsNothing) {
  const std::string first = prepare();
  write("uv.log", "");
  EXPECT_EQ(prepare(), first);
  EXPECT_EQ(read("uv.log"), "");
}

TEST_F(OverlayTest, ChangedEnvironmentBelowGetsAnOverlayOfItsOwn) {
  const std::string first = prepare();
  write("base/lib/python3.11/site-packages/pandas-2.0.dist-info/METADATA", "");
  EXPECT_NE(prepare(), first);
  EXPECT_TRUE(std::filesystem::exists(first));
}

TEST_F(OverlayTest, OneThatWasNeverFinishedIsMadeAnew) {
  const std::string root = prepare();
  std::filesystem::remove(root + "/complete");
  write(root.substr(path("").size()) + "/half-made", "");
  write("uv.log", "");
  EXPECT_EQ(prepare(), root);
  EXPECT_THAT(read("uv.log"), HasSubstr("venv"));
  EXPECT_FALSE(std::filesystem::exists(root + "/half-made"));
}

TEST_F(OverlayTest, VersionThatIsNotThereIsReplacedByTheNewest) {
  write("unavailable", "marimo==0.24.0\n");
  const std::string root = prepare();
  EXPECT_THAT(read("uv.log"), EndsWith("/bin/python marimo --color never --no-progress --constraints " +
                                       root + "/constraints.txt\n"));
}

TEST_F(OverlayTest, TextThatIsNoVersionNeverReachesACommand) {
  overlay_.marimo_version = "0.1 --index-url=evil";
  prepare();
  EXPECT_THAT(read("uv.log"), Not(HasSubstr("evil")));
}

TEST_F(OverlayTest, MarimoThatCannotBeHadIsAnErrorAndLeavesNothingToTrust) {
  write("unavailable", "marimo==0.24.0\nmarimo\n");
  EXPECT_THROW(prepare(), PrepareError);
  write("unavailable", "");
  EXPECT_TRUE(std::filesystem::exists(prepare() + "/complete"));
}

TEST_F(OverlayTest, WithoutAnEnvironmentBelowItIsAllThereIs) {
  overlay_ = {};
  overlay_.with_marimo = false;
  const std::string root = prepare();
  EXPECT_EQ(read("uv.log"), "venv --no-project " + root + " --color never --no-progress\n");
  EXPECT_FALSE(std::filesystem::exists(root + "/lib/python3.11/site-packages/_cloche_overlay.pth"));
}

}  // namespace
}  // namespace cloche::environment
