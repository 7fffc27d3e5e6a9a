#include "rendering/formulas.hpp"

#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>

#include <duktape.h>

#include "rendering/assets.hpp"
#include "rendering/escape.hpp"

namespace cloche::rendering {
namespace {

// Longer ones are no formulas, and would keep the interpreter busy.
constexpr std::size_t longest_formula = 20'000;

// The engine's strings hold characters beyond U+FFFF as two surrogates of three bytes each.
std::string to_surrogates(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  const auto put = [&result](unsigned unit) {
    result += static_cast<char>(0xE0U | (unit >> 12U));
    result += static_cast<char>(0x80U | ((unit >> 6U) & 0x3FU));
    result += static_cast<char>(0x80U | (unit & 0x3FU));
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length < 4) {
      result.append(length == 0 ? "?" : text.substr(at, length));
      at += length == 0 ? 1 : length;
      continue;
    }
    unsigned code = static_cast<unsigned char>(text[at]) & 7U;
    for (std::size_t i = 1; i < 4; ++i)
      code = (code << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    code -= 0x10000;
    put(0xD800U + (code >> 10U));
    put(0xDC00U + (code & 0x3FFU));
    at += 4;
  }
  return result;
}

std::string from_surrogates(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  const auto unit_at = [text](std::size_t at) -> unsigned {
    if (at + 3 > text.size() || static_cast<unsigned char>(text[at]) != 0xED) return 0;
    return 0xD000U | ((static_cast<unsigned char>(text[at + 1]) & 0x3FU) << 6U) |
           (static_cast<unsigned char>(text[at + 2]) & 0x3FU);
  };
  for (std::size_t at = 0; at < text.size();) {
    const unsigned high = unit_at(at);
    const unsigned low = high >= 0xD800 && high < 0xDC00 ? unit_at(at + 3) : 0;
    if (low < 0xDC00 || low > 0xDFFF) {
      result += text[at++];
      continue;
    }
    const unsigned code = 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
    result += static_cast<char>(0xF0U | (code >> 18U));
    result += static_cast<char>(0x80U | ((code >> 12U) & 0x3FU));
    result += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    result += static_cast<char>(0x80U | (code & 0x3FU));
    at += 6;
  }
  return result;
}

}  // namespace

// Temml, compiled to the bytecode of an embedded JavaScript engine when cloche was built.
class Formulas::Engine {
 public:
  Engine() : context_(duk_create_heap_default(), duk_destroy_heap) {
    if (!context_) return;
    is_ready_ = duk_safe_call(context_.get(), &load, nullptr, 0, 1) == DUK_EXEC_SUCCESS;
    duk_pop(context_.get());
  }

  /// The MathML, or the reason why there is none.
  std::pair<std::optional<std::string>, std::string> convert(std::string_view tex, bool is_display) {
    if (!is_ready_) return {std::nullopt, "mathematics cannot be converted here"};
    duk_context* context = context_.get();
    const std::string source = to_surrogates(tex);
    duk_push_global_object(context);
    duk_get_prop_string(context, -1, "convert");
    duk_push_lstring(context, source.data(), source.size());
    duk_push_boolean(context, is_display ? 1 : 0);
    const bool converted = duk_pcall(context, 2) == DUK_EXEC_SUCCESS;
    duk_size_t size = 0;
    const char* text = duk_safe_to_lstring(context, -1, &size);
    std::string result = from_surrogates({text, size});
    duk_pop_2(context);
    if (converted) return {std::move(result), {}};
    return {std::nullopt, std::move(result)};
  }

 private:
  static duk_ret_t load(duk_context* context, void* /*unused*/) {
    const std::string_view bytecode = temml_bytecode();
    void* buffer = duk_push_fixed_buffer(context, bytecode.size());
    std::memcpy(buffer, bytecode.data(), bytecode.size());
    duk_load_function(context);
    duk_call(context, 0);
    return 1;
  }

  std::unique_ptr<duk_context, decltype(&duk_destroy_heap)> context_;
  bool is_ready_ = false;
};

Formulas::Formulas() = default;
Formulas::~Formulas() = default;
Formulas::Formulas(Formulas&&) noexcept = default;
Formulas& Formulas::operator=(Formulas&&) noexcept = default;

void Formulas::append(std::string& out, std::string_view tex, bool is_display) {
  std::string key(is_display ? "d" : "i");
  key += tex;
  const auto [entry, is_new] = converted_.try_emplace(std::move(key));
  std::string& result = entry->second;
  if (is_new) {
    std::string reason = "too long for a formula";
    std::optional<std::string> mathml;
    if (tex.size() <= longest_formula) {
      if (!engine_) engine_ = std::make_unique<Engine>();
      std::tie(mathml, reason) = engine_->convert(tex, is_display);
    }
    if (mathml) {
      result = std::move(*mathml);
    } else {
      result = is_display ? "<code class=\"formula display\" title=\"" : "<code class=\"formula\" title=\"";
      append_attribute(result, reason);
      result += "\">";
      append_text(result, tex);
      result += "</code>";
    }
  }
  out += result;
}

}  // namespace cloche::rendering
