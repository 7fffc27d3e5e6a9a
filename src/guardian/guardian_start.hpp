#pragma once

#include <cstdint>

#include <sys/types.h>

#include "guardian/protocol.hpp"

namespace cloche::guardian {

/// What a process that clone(2) just made needs to become a guardian. It may share its memory with its
/// creator, who sleeps until the exec: only system calls, and nothing is written but the two last fields.
struct GuardianImage {
  bool new_namespaces;
  bool user_namespace;
  uid_t user;
  gid_t group;
  /// Where the guardian's descriptors are now, in the order of protocol.hpp (0, 1, 2, control, exporter,
  /// launch, passed …), the last of them its program, if it has one to execute.
  const std::int32_t* sources;
  const std::int32_t* targets;
  std::uint32_t count;
  /// Otherwise the guardian runs in this image (never with shared memory).
  bool has_program;
  /// Null-terminated, for the program.
  char* const* argv;
  /// For a guardian in this image: the launch file's bytes.
  char* launch;

  Step failed_step;
  int error;
};

/// For clone(2): `image` is a GuardianImage. Does not return.
int become_guardian(void* image);

}  // namespace cloche::guardian
