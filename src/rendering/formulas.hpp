#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cloche::rendering {

/// Mathematics: TeX to MathML. The engine starts with the first formula; each formula is converted once.
class Formulas {
 public:
  Formulas();
  ~Formulas();
  Formulas(Formulas&&) noexcept;
  Formulas& operator=(Formulas&&) noexcept;

  /// Appends the formula as MathML, or, when it can't be converted, its source with the reason as its title.
  void append(std::string& out, std::string_view tex, bool is_display);

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
  std::unordered_map<std::string, std::string> converted_;
};

}  // namespace cloche::rendering
