#include "artifact/atomic_file.hpp"

#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "artifact/destination.hpp"
#include "artifact/parent_folders.hpp"
#include "artifact/stream.hpp"
#include "artifact/temporary_file.hpp"

namespace cloche::artifact {
namespace {

// No event tells that a FIFO got a reader, so we look this often.
constexpr int milliseconds_between_looks = 20;

process::Fd open_folder(const std::string& folder, const std::string& user_path) {
  process::Fd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that may be written but not listed is as good a place.
  if (!fd && errno == EACCES) fd.reset(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!fd) throw WriteError(errno, user_path);
  return fd;
}

process::Fd open_fifo(const std::string& path, const process::Cancellation* cancellation,
                      const std::string& user_path) {
  while (true) {
    process::Fd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (fd) return fd;
    if (errno != ENXIO && errno != EINTR) throw WriteError(errno, user_path);
    pollfd entry{cancellation ? cancellation->fd() : -1, POLLIN, 0};
    if (::poll(&entry, 1, milliseconds_between_looks) == 1) throw WriteError(ECANCELED, user_path);
  }
}

}  // namespace

struct AtomicFile::State {
  State(const std::string& user_path, const process::Cancellation* cancelled_by)
      : path(user_path), cancellation(cancelled_by), destination(find_destination(user_path)) {
    if (destination.kind != Destination::Kind::file) return;
    const std::string folder_path = folder_of(destination.path);
    folders.emplace(folder_path, path);
    folder = open_folder(folder_path, path);
    try {
      file.emplace(folder.get(), name_in_folder(destination.path));
    } catch (const std::system_error& error) {
      throw WriteError(error.code().value(), path);
    }
  }

  void inherit_mode_and_owner() const {
    const auto& old = destination.existing;
    if (!old) return;
    struct stat now {};
    if (::fstat(file->fd(), &now) < 0) throw WriteError(errno, path);
    // Only root may give a file away; everybody else's file becomes theirs, as with every program that
    // replaces files.
    if (now.st_uid != old->st_uid || now.st_gid != old->st_gid) {
      [[maybe_unused]] const int ignored = ::fchown(file->fd(), old->st_uid, old->st_gid);
    }
    if (::fchmod(file->fd(), old->st_mode & 07777) < 0) throw WriteError(errno, path);
  }

  std::string path;
  const process::Cancellation* cancellation;
  Destination destination;
  // In this order: the file goes before its folder is closed, and the folders that were made for it last.
  std::optional<ParentFolders> folders;
  process::Fd folder;
  std::optional<TemporaryFile> file;
};

AtomicFile::AtomicFile(const std::string& path, const process::Cancellation* cancellation)
    : state_(std::make_unique<State>(path, cancellation)) {}
AtomicFile::~AtomicFile() = default;
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;

void AtomicFile::write(std::string_view bytes) {
  State& state = *state_;
  if (!state.file && !state.destination.stream) {
    state.destination.stream = open_fifo(state.destination.path, state.cancellation, state.path);
  }
  const int fd = state.file ? state.file->fd() : state.destination.stream.get();
  if (const int error = write_stream(fd, bytes, state.cancellation)) throw WriteError(error, state.path);
}

void AtomicFile::commit() {
  State& state = *state_;
  if (!state.file) return;
  state.inherit_mode_and_owner();
  if (::fsync(state.file->fd()) < 0) throw WriteError(errno, state.path);
  try {
    state.file->take_name_of_destination();
  } catch (const std::system_error& error) {
    throw WriteError(error.code().value(), state.path);
  }
  state.folders->keep();
  // The file has its name for everybody from now on; whether the folder's entry survives a power failure is
  // no reason to call the file unwritten.
  ::fsync(state.folder.get());
}

}  // namespace cloche::artifact
