// compile_bytecode INPUT OUTPUT: compiles JavaScript to the bytecode of the embedded engine, so that no
// export spends time on parsing it. Run when cloche is built.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <duktape.h>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: compile_bytecode INPUT OUTPUT\n", stderr);
    return 2;
  }
  std::ifstream input(argv[1], std::ios::binary);
  const std::string source((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
  duk_context* context = duk_create_heap_default();
  duk_push_string(context, "mathematics.js");
  if (duk_pcompile_lstring_filename(context, 0, source.data(), source.size()) != 0) {
    std::fprintf(stderr, "error: %s: %s\n", argv[1], duk_safe_to_string(context, -1));
    return 1;
  }
  duk_dump_function(context);
  duk_size_t size = 0;
  const auto* bytecode = static_cast<const char*>(duk_require_buffer_data(context, -1, &size));
  std::ofstream output(argv[2], std::ios::binary);
  output.write(bytecode, static_cast<std::streamsize>(size));
  output.close();
  duk_destroy_heap(context);
  return output ? 0 : 1;
}
