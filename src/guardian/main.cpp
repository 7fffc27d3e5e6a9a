// The program that holds one command. It is started by the library only, with the descriptors of
// guardian/protocol.hpp, an empty environment and every signal blocked; its argument is for people who look
// at `ps`. It has no C library (see system_calls.hpp), so this file also has what a compiler takes for
// granted.

#include <cstddef>

#include <sys/prctl.h>
#include <sys/socket.h>

#include "guardian/guardian.hpp"
#include "guardian/system_calls.hpp"

// The kernel enters with an aligned stack and no return address; a C function expects to have been called.
#if defined(__x86_64__)
asm(".globl _start\n_start:\n\tcall cloche_guardian_main\n");
#elif defined(__aarch64__)
asm(".globl _start\n_start:\n\tbl cloche_guardian_main\n");
#endif

extern "C" {

// The empty statements keep the compiler from taking these loops for calls of themselves.
void* memcpy(void* target, const void* source, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    static_cast<char*>(target)[i] = static_cast<const char*>(source)[i];
    asm volatile("" ::: "memory");
  }
  return target;
}

void* memset(void* target, int value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    static_cast<char*>(target)[i] = static_cast<char>(value);
    asm volatile("" ::: "memory");
  }
  return target;
}

[[noreturn]] void cloche_guardian_main() {
  using namespace cloche::guardian;
  constexpr int usage_error = 2;
  // Executed by descriptor, a program has no name of its own.
  sys::prctl(PR_SET_NAME, sys::address("cloche-guardian"));
  Launch launch;
  const long result = map_launch(launch_fd, launch);
  if (result == 0) guard(launch);
  const Report report{Report::Kind::failed,
                      static_cast<std::int32_t>(-result),
                      static_cast<std::int32_t>(Step::read_launch),
                      {}};
  sys::exit(sys::send(control_fd, &report, sizeof report, MSG_NOSIGNAL) > 0 ? 1 : usage_error);
}
}
