#include "process/guardian_program.hpp"

#include <cerrno>
#include <cstddef>

#include <sys/mman.h>
#include <unistd.h>

#include <cloche/process/error.hpp>

asm(".pushsection .rodata\n"
    "cloche_guardian_program_begin:\n"
    ".incbin \"" CLOCHE_GUARDIAN_PROGRAM
    "\"\n"
    "cloche_guardian_program_end:\n"
    ".popsection\n");

extern "C" const char cloche_guardian_program_begin[], cloche_guardian_program_end[];

namespace cloche::process {
namespace {

constexpr const char* attempt = "make the guardian's program";
/// Since Linux 6.3; older C libraries don't name it.
constexpr unsigned executable = 0x10;

int make_file() noexcept {
  const int file = ::memfd_create("cloche-guardian", MFD_CLOEXEC | executable);
  return file < 0 && errno == EINVAL ? ::memfd_create("cloche-guardian", MFD_CLOEXEC) : file;
}

}  // namespace

Fd open_guardian_program() {
  // A file for each guardian: one that is kept would be a descriptor that the program around us doesn't
  // expect.
  Fd file(make_file());
  if (!file && errno == EACCES) return file;
  if (!file) throw Error(errno, attempt);
  for (const char* at = cloche_guardian_program_begin; at < cloche_guardian_program_end;) {
    const ssize_t size = ::write(file.get(), at, static_cast<std::size_t>(cloche_guardian_program_end - at));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw Error(errno, attempt);
    at += size;
  }
  return file;
}

}  // namespace cloche::process
