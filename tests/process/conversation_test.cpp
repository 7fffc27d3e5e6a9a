// Talking with a command: neither side can block the other, whatever the command does with its streams.

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cloche/process/conversation.hpp>
#include <cloche/process/run.hpp>

#include "process/line_splitter.hpp"
#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::ElementsAre;
using testing::TierTest;
using namespace std::chrono_literals;

class ConversationIn : public TierTest {
 protected:
  Command shell(const std::string& script) {
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    command.standard_input = command.standard_output = command.standard_error = Stdio::pipe();
    command.tier = GetParam();
    return command;
  }
};
INSTANTIATE_TEST_SUITE_P(, ConversationIn, ::testing::ValuesIn(testing::every_tier), testing::tier_test_name);

/// Each event as a word or two, up to the outcome.
std::vector<std::string> rest_of(Conversation& talk) {
  std::vector<std::string> events;
  for (;;) {
    const Event event = *talk.next();
    const auto name = [](Stream stream) { return stream == Stream::output ? "output" : "error"; };
    if (const auto* received = std::get_if<Received>(&event))
      events.push_back(std::string(name(received->stream)) + " " + std::string(received->bytes));
    else if (const auto* ended = std::get_if<StreamEnded>(&event))
      events.push_back(std::string(name(ended->stream)) + " ended");
    else
      events.push_back(describe(std::get<Outcome>(event)));
    if (std::holds_alternative<Outcome>(event)) return events;
  }
}

/// The next bytes that come from any stream.
std::string next_bytes(Conversation& talk) {
  for (;;) {
    const Event event = *talk.next();
    if (const auto* received = std::get_if<Received>(&event)) return std::string(received->bytes);
    if (std::holds_alternative<Outcome>(event)) return "(the end)";
  }
}

TEST_P(ConversationIn, EightMebibytesGoThroughCatUnchanged) {
  std::string sent(std::size_t{8} << 20, '\0');
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 31 + i / 65536);
  Conversation talk(shell("exec cat"));
  talk.write(sent);
  talk.end_input();
  std::string received;
  for (;;) {
    const Event event = *talk.next();
    if (const auto* piece = std::get_if<Received>(&event)) received += piece->bytes;
    if (const auto* outcome = std::get_if<Outcome>(&event)) {
      EXPECT_EQ(*outcome, Outcome(Exited{0}));
      break;
    }
  }
  EXPECT_TRUE(received == sent);
  EXPECT_EQ(talk.unwritten(), 0u);
  EXPECT_FALSE(talk.output_incomplete());
}

TEST_P(ConversationIn, AnswersCanDependOnWhatWasSaid) {
  ConversationOptions options;
  options.by_line = true;
  Conversation talk(shell("echo name?; read -r name; echo \"hello $name\"; read -r no_more || echo end"),
                    options);
  EXPECT_EQ(next_bytes(talk), "name?");
  talk.write("cloche\n");
  EXPECT_EQ(next_bytes(talk), "hello cloche");
  talk.end_input();
  EXPECT_EQ(next_bytes(talk), "end");
  EXPECT_EQ(rest_of(talk).back(), "exited with status 0");
}

TEST_P(ConversationIn, ACommandThatNeverReadsItsInputIsNotWaitedFor) {
  Conversation talk(shell("echo done"));
  talk.write(std::string(std::size_t{1} << 20, 'x'));
  EXPECT_EQ(rest_of(talk).back(), "exited with status 0");
}

TEST_P(ConversationIn, WhatTheCommandHasNotTakenIsCounted) {
  constexpr std::size_t size = std::size_t{1} << 20;
  Conversation talk(shell("echo here; exec sleep 1000"));
  talk.write(std::string(size, 'x'));
  EXPECT_EQ(talk.unwritten(), size);
  EXPECT_EQ(next_bytes(talk), "here\n");
  EXPECT_GT(talk.unwritten(), std::size_t{0}) << "a pipe does not hold a mebibyte";
}

TEST_P(ConversationIn, InputThatNobodyWantsIsDroppedAndKillsNobody) {
  const auto before = std::signal(SIGPIPE, SIG_DFL);
  sigset_t mask_before, mask_after, pending;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask_before);
  Conversation talk(shell("exec <&-; echo closed; exec 1>&- 2>&-"));
  EXPECT_EQ(next_bytes(talk), "closed\n");
  talk.write(std::string(std::size_t{1} << 20, 'x'));
  EXPECT_EQ(rest_of(talk).back(), "exited with status 0");
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask_after);
  ::sigpending(&pending);
  EXPECT_EQ(std::signal(SIGPIPE, before), SIG_DFL);
  for (int signal = 1; signal < 32; ++signal)
    EXPECT_EQ(sigismember(&mask_after, signal), sigismember(&mask_before, signal)) << signal;
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST_P(ConversationIn, ABrokenPipeSignalThatWasPendingStaysPending) {
  sigset_t broken_pipe, mask_before, pending;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken_pipe, &mask_before);
  ::raise(SIGPIPE);
  {
    Conversation talk(shell("exec <&-; echo closed; exec 1>&- 2>&-"));
    EXPECT_EQ(next_bytes(talk), "closed\n");
    talk.write("nobody reads this");
    EXPECT_EQ(rest_of(talk).back(), "exited with status 0");
  }
  ::sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 1);
  const timespec no_time{};
  ::sigtimedwait(&broken_pipe, nullptr, &no_time);
  ::pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
}

TEST_P(ConversationIn, LinesComeWithoutTheirEndsAndTheLastOneNeedsNone) {
  ConversationOptions options;
  options.by_line = true;
  Conversation talk(shell(R"(exec 2>&-; printf 'unix\ndos\r\n\n in\rside\nlast')"), options);
  std::vector<std::string> events = rest_of(talk);
  std::erase(events, "error ended");
  EXPECT_THAT(events, ElementsAre("output unix", "output dos", "output ", "output  in\rside", "output last",
                                  "output ended", "exited with status 0"));
}

TEST_P(ConversationIn, ALineBeyondAMebibyteComesInPieces) {
  ConversationOptions options;
  options.by_line = true;
  Conversation talk(shell("head -c 3000000 /dev/zero; echo; echo next"), options);
  std::vector<std::size_t> sizes;
  for (;;) {
    const Event event = *talk.next();
    if (const auto* received = std::get_if<Received>(&event)) sizes.push_back(received->bytes.size());
    if (std::holds_alternative<Outcome>(event)) break;
  }
  EXPECT_THAT(sizes, ElementsAre(1u << 20, 1u << 20, 3'000'000u - (2u << 20), 4u));
}

TEST_P(ConversationIn, TheOutcomeComesAfterBothEndsAndStays) {
  Conversation talk(shell("echo out; echo err >&2; exit 5"));
  const std::vector<std::string> events = rest_of(talk);
  const auto at = [&](const std::string& event) {
    return std::find(events.begin(), events.end(), event) - events.begin();
  };
  ASSERT_EQ(events.size(), 5u);
  EXPECT_LT(at("output out\n"), at("output ended"));
  EXPECT_LT(at("error err\n"), at("error ended"));
  EXPECT_EQ(at("exited with status 5"), 4);
  EXPECT_THAT(rest_of(talk), ElementsAre("exited with status 5"));
}

TEST_P(ConversationIn, StreamsThatAreNotTakenHaveEnded) {
  Command command = shell("exit 4");
  command.standard_output = command.standard_error = Stdio::null();
  Conversation talk(command);
  EXPECT_THAT(rest_of(talk), ElementsAre("output ended", "error ended", "exited with status 4"));
}

TEST_P(ConversationIn, ACommandThatCannotStartHasEndsAndAnOutcomeToo) {
  Command command = shell("");
  command.argv = {"/no/such/command"};
  Conversation talk(command);
  talk.write("input");
  EXPECT_EQ(rest_of(talk).back(), describe(FailedToStart{ENOENT, "execute"}));
}

TEST_P(ConversationIn, NextGivesUpAtTheTimeItWasGivenAndCanBeAskedAgain) {
  Conversation talk(shell("read -r line; echo \"$line\""));
  EXPECT_EQ(talk.next(Child::Clock::time_point::min()), std::nullopt);
  EXPECT_EQ(talk.next(Child::Clock::now()), std::nullopt);
  EXPECT_EQ(talk.next(Child::Clock::now() + 20ms), std::nullopt);
  talk.write("go\n");
  EXPECT_EQ(rest_of(talk).back(), "exited with status 0");
}

TEST_P(ConversationIn, NextAtATimeThatHasPassedStillGivesWhatIsThere) {
  Conversation talk(shell("echo there; read -r line"));
  std::optional<Event> event;
  // Each look is one without waiting; only the command's start takes time.
  while (!event) event = talk.next(Child::Clock::time_point::min());
  EXPECT_EQ(std::get<Received>(*event).bytes, "there\n");
}

TEST_P(ConversationIn, APipeHeldOpenOutsideTheTreeIsGivenUpAndSaidSo) {
  // Somebody outside opens the command's stdout by its name in /proc, as a process that left the tree would.
  Conversation talk(shell("echo ready; read -r line"));
  ASSERT_EQ(next_bytes(talk), "ready\n");
  const std::string held = "/proc/" + std::to_string(talk.child().pid()) + "/fd/1";
  const Fd outside(::open(held.c_str(), O_WRONLY | O_CLOEXEC));
  ASSERT_TRUE(outside);
  talk.end_input();
  const std::vector<std::string> events = rest_of(talk);
  EXPECT_EQ(events.back(), "exited with status 1");
  EXPECT_EQ(events.size(), 3u) << "both ends are told all the same";
  EXPECT_TRUE(talk.output_incomplete());
}

TEST_P(ConversationIn, ItsDestructorEndsTheTree) {
  testing::Lifeline lifeline;
  {
    Command command = shell("echo ready; exec sleep 1000");
    command.descriptors = {{lifeline.for_tree(), 9}};
    Conversation talk(command);
    ASSERT_EQ(next_bytes(talk), "ready\n");
    Conversation moved(std::move(talk));
    lifeline.let_go();
    EXPECT_TRUE(lifeline.somebody_lives());
  }
  EXPECT_TRUE(lifeline.everybody_is_gone());
}

TEST_P(ConversationIn, NoCommandCostsAWaitForItsPipesToDrain) {
  Command command;
  command.argv = {"true"};
  command.tier = GetParam();
  const auto began = Child::Clock::now();
  for (int i = 0; i < 50; ++i) ASSERT_EQ(run(command).outcome, Outcome(Exited{0}));
  EXPECT_LT(Child::Clock::now() - began, 10s) << "one wait for a drain is a second";
}

}  // namespace
}  // namespace cloche::process
