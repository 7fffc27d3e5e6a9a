// memory_toucher MIB: allocates that much, writes to all of it, and says "touched"; status 3 if there is
// none.

#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

int main(int, char** argv) {
  const std::size_t size = std::strtoul(argv[1], nullptr, 10) << 20;
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 3;
  std::memset(memory, 'x', size);
  return write(1, "touched\n", 8) == 8 ? 0 : 2;
}
