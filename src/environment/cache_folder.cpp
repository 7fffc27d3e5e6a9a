#include "environment/cache_folder.hpp"

#include <filesystem>
#include <system_error>

#include <openssl/evp.h>
#include <pwd.h>
#include <unistd.h>

#include "environment/environment.hpp"
#include "environment/program_search.hpp"

namespace cloche::environment {
namespace {

std::string home_folder() {
  if (std::string home = variable("HOME"); !home.empty()) return home;
  const passwd* entry = ::getpwuid(::getuid());
  return entry ? entry->pw_dir : "/";
}

}  // namespace

std::string cache_folder(const std::string& name) {
  const std::string configured = variable("XDG_CACHE_HOME");
  // A relative path in this variable is to be ignored, says its specification.
  const std::string base = configured.starts_with('/') ? configured : home_folder() + "/.cache";
  std::string folder = base + "/cloche/" + name;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw PrepareError("cannot make `" + folder + "`: " + error.message(),
                       "name a folder that can be written in XDG_CACHE_HOME");
  }
  return folder;
}

std::string digest(std::string_view text) {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  ::EVP_Digest(text.data(), text.size(), bytes, &length, EVP_sha256(), nullptr);
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  std::string result;
  for (int i = 0; i < 8; ++i) {
    result += hexadecimal[bytes[i] >> 4];
    result += hexadecimal[bytes[i] & 15];
  }
  return result;
}

}  // namespace cloche::environment
