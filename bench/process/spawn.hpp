#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

/// posix_spawn and wait: what starting a command costs at least. Throws unless it succeeds.
inline void spawn_and_wait(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = -1;
  int status = 0;
  if (posix_spawnp(&pid, argv.front(), nullptr, nullptr, argv.data(), environ) != 0 ||
      waitpid(pid, &status, 0) != pid || status != 0) {
    throw std::runtime_error(words.front() + " failed");
  }
}
