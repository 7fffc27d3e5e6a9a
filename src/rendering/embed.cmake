# cmake -DOUTPUT=file.cpp "-DFILES=name=path;…" -P embed.cmake: writes C++ that defines, for each name, the function of
# rendering/assets.hpp that returns the file's bytes.
set(code "#include \"rendering/assets.hpp\"\n\nnamespace cloche::rendering {\n")
foreach(entry IN LISTS FILES)
  string(REPLACE "=" ";" entry "${entry}")
  list(GET entry 0 name)
  list(GET entry 1 path)
  file(READ "${path}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND code
    "\nstatic const unsigned char ${name}_bytes[] = {${bytes}0};\n"
    "std::string_view ${name}() {\n"
    "  return {reinterpret_cast<const char*>(${name}_bytes), sizeof ${name}_bytes - 1};\n}\n")
endforeach()
string(APPEND code "\n}  // namespace cloche::rendering\n")
file(WRITE "${OUTPUT}" "${code}")
