// A command on a pseudo-terminal: it has a terminal of its own, and the Child has the other end.

#include <cerrno>

#include <fcntl.h>
#include <gmock/gmock.h>

#include <cloche/process/conversation.hpp>
#include <cloche/process/run.hpp>

#include "process/support.hpp"

namespace cloche::process {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TierTest;

class PseudoTerminalIn : public TierTest {
 protected:
  Command on_terminal(const std::string& script) {
    Command command;
    command.argv = {"/bin/sh", "-c", script};
    command.standard_input = command.standard_output = Stdio::terminal();
    command.standard_error = Stdio::merged();
    command.tier = GetParam();
    return command;
  }
};
INSTANTIATE_TEST_SUITE_P(, PseudoTerminalIn, ::testing::ValuesIn(testing::every_tier),
                         testing::tier_test_name);

/// What comes until `text` has come, or the end.
std::string until_text(Conversation& talk, const std::string& text) {
  std::string all;
  while (all.find(text) == std::string::npos) {
    const Event event = *talk.next();
    if (const auto* received = std::get_if<Received>(&event)) all += received->bytes;
    if (const auto* outcome = std::get_if<Outcome>(&event))
      return all + " (and then it " + describe(*outcome) + ")";
  }
  return all;
}

Outcome outcome_of(Conversation& talk) {
  for (;;) {
    const Event event = *talk.next();
    if (const auto* outcome = std::get_if<Outcome>(&event)) return *outcome;
  }
}

TEST_P(PseudoTerminalIn, AllThreeStreamsAreTheTerminal) {
  const Result result = run(on_terminal("test -t 0 && test -t 1 && test -t 2 && echo yes"));
  EXPECT_EQ(result.standard_output, "yes\r\n") << "a terminal ends lines this way";
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
  EXPECT_FALSE(result.output_incomplete);
}

TEST_P(PseudoTerminalIn, ItIsTheControllingTerminalOfASessionOfItsOwn) {
  const Result result = run(on_terminal("tty; test -c /dev/tty && : </dev/tty && echo controls"));
  EXPECT_THAT(result.standard_output, StartsWith("/dev/pts/"));
  EXPECT_THAT(result.standard_output, HasSubstr("controls\r\n"));
}

TEST_P(PseudoTerminalIn, ItHasTheSizeThatWasWanted) {
  Command command = on_terminal("stty size");
  EXPECT_EQ(run(command).standard_output, "24 80\r\n");
  command.terminal_size = {50, 132};
  EXPECT_EQ(run(command).standard_output, "50 132\r\n");
}

TEST_P(PseudoTerminalIn, OneStreamAloneMayBeTheTerminal) {
  Command command = on_terminal("test -t 0 || test -t 2 || echo only; echo err >&2");
  command.standard_input = Stdio::null();
  command.standard_error = Stdio::pipe();
  const Result result = run(command);
  EXPECT_EQ(result.standard_output, "only\r\n");
  EXPECT_EQ(result.standard_error, "err\n");
}

TEST_P(PseudoTerminalIn, CtrlCInterruptsTheForegroundGroup) {
  Conversation talk(
      on_terminal("trap 'echo interrupted; exit 9' INT; echo ready; while read -r line; do :; done"));
  EXPECT_THAT(until_text(talk, "ready\r\n"), HasSubstr("ready\r\n"));
  talk.write("\x03");
  EXPECT_THAT(until_text(talk, "interrupted"), HasSubstr("interrupted"));
  EXPECT_EQ(outcome_of(talk), Outcome(Exited{9}));
}

TEST_P(PseudoTerminalIn, EndOfInputEndsWhoReads) {
  Conversation talk(on_terminal("stty -echo; echo ready; cat; echo after"));
  until_text(talk, "ready\r\n");
  talk.write("line\n");
  talk.end_input();
  EXPECT_EQ(until_text(talk, "after\r\n"), "line\r\nafter\r\n");
  EXPECT_EQ(outcome_of(talk), Outcome(Exited{0}));
}

TEST_P(PseudoTerminalIn, EndOfInputHandsOverALineWithoutEndFirst) {
  Conversation talk(on_terminal("stty -echo; echo ready; cat; echo after"));
  until_text(talk, "ready\r\n");
  talk.write("unfinished");
  talk.end_input();
  EXPECT_EQ(until_text(talk, "after\r\n"), "unfinishedafter\r\n");
  EXPECT_EQ(outcome_of(talk), Outcome(Exited{0}));
}

TEST_P(PseudoTerminalIn, AllOutputComesBeforeItsEnd) {
  const Result result = run(on_terminal("stty -opost; head -c 1000000 /dev/zero"));
  EXPECT_EQ(result.standard_output.size(), 1'000'000u);
  EXPECT_EQ(result.outcome, Outcome(Exited{0}));
}

TEST_P(PseudoTerminalIn, LettingGoOfTheTerminalHangsUpItsSession) {
  Command command = on_terminal("trap 'exit 11' HUP; echo ready; while :; do read -r line; done");
  Child child(command);
  {
    const Fd terminal = child.take_terminal();
    ASSERT_TRUE(terminal);
    EXPECT_NE(::fcntl(terminal.get(), F_GETFL) & O_NONBLOCK, 0);
    EXPECT_EQ(testing::read_line(terminal.get()), "ready\r");
  }
  EXPECT_EQ(child.wait(), Outcome(Exited{11}));
}

TEST_P(PseudoTerminalIn, ItsDestructorEndsWhoIgnoresTheHangUp) {
  testing::Lifeline lifeline;
  {
    Command command = on_terminal("trap '' HUP; echo ready; exec sleep 1000");
    command.descriptors = {{lifeline.for_tree(), 9}};
    Conversation talk(command);
    until_text(talk, "ready");
    lifeline.let_go();
    EXPECT_TRUE(lifeline.somebody_lives());
  }
  EXPECT_TRUE(lifeline.everybody_is_gone());
}

TEST_P(PseudoTerminalIn, ACommandThatCannotStartLeavesNoTerminal) {
  Command command = on_terminal("");
  command.argv = {"/no/such/command"};
  EXPECT_EQ(run(command).outcome, Outcome((FailedToStart{ENOENT, "execute"})));
}

}  // namespace
}  // namespace cloche::process
