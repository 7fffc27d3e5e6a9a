#include "environment/file_lock.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "environment/environment.hpp"
#include "environment/surroundings.hpp"

namespace cloche::environment {
namespace {

class FileLocks : public test::Surroundings {};

TEST_F(FileLocks, SecondHolderWaitsForTheFirst) {
  auto first = std::make_unique<FileLock>(path("lock"), nullptr);
  bool released = false;
  std::thread second([&] {
    const FileLock lock(path("lock"), nullptr);
    EXPECT_TRUE(released);
  });
  released = true;
  first.reset();
  second.join();
}

TEST_F(FileLocks, WaitingEndsWithTheCancellation) {
  process::Cancellation cancellation;
  const FileLock first(path("lock"), nullptr);
  std::thread canceller([&] { cancellation.request(); });
  EXPECT_THROW(FileLock(path("lock"), &cancellation), PrepareCancelled);
  canceller.join();
}

TEST_F(FileLocks, PlaceThatCannotHaveALockIsAnError) {
  EXPECT_THROW(FileLock(path("missing/lock"), nullptr), PrepareError);
}

}  // namespace
}  // namespace cloche::environment
