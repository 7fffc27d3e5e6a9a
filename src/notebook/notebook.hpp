#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// The one model of a notebook, for every format that is read or written. Plain values: nothing here starts a
// process, reads a clock or touches a file.
namespace cloche::notebook {

/// One representation of something displayed: `data` is text as it is, base64 for binary types, JSON text for
/// types that are JSON (application/json, or ending in +json).
struct MimeData {
  std::string type;
  std::string data;
  bool operator==(const MimeData&) const = default;
};

/// Several representations of one thing. The first is the one that marimo (or the kernel) itself would show;
/// the others are what a page without marimo's front end can show instead (see worker/README.md).
using MimeBundle = std::vector<MimeData>;

enum class StreamName { standard_output, standard_error };

/// What was printed: by Python, by C code, by a child process. Neighbouring pieces of one stream are one
/// StreamOutput.
struct StreamOutput {
  StreamName name = StreamName::standard_output;
  std::string text;
  bool operator==(const StreamOutput&) const = default;
};

/// Something the cell displayed while it ran.
struct DisplayOutput {
  MimeBundle data;
  /// A JSON object, or empty.
  std::string metadata;
  bool operator==(const DisplayOutput&) const = default;
};

/// The value of the cell's last expression.
struct ResultOutput {
  MimeBundle data;
  std::string metadata;
  bool operator==(const ResultOutput&) const = default;
};

/// What went wrong in a cell, or why it did not run.
struct ErrorOutput {
  /// marimo's tag: exception, syntax, cycle, multiple-defs, import-star, setup-refs, ancestor-stopped,
  /// ancestor-prevented, interruption, …
  std::string kind = "exception";
  /// The exception's class, "Ancestor raised", or empty.
  std::string name;
  /// One sentence for people.
  std::string message;
  /// Plain text with line ends, may hold ANSI colours; empty if there is none.
  std::string traceback;
  /// The line in the cell, from 1, where it happened; 0 when unknown.
  std::size_t line = 0;
  bool operator==(const ErrorOutput&) const = default;
};

using Output = std::variant<StreamOutput, DisplayOutput, ResultOutput, ErrorOutput>;

enum class CellKind { code, markdown, raw, sql, setup, function, class_definition, unparsable };

struct CellOptions {
  std::optional<int> column;
  bool disabled = false;
  bool hide_code = false;
  bool operator==(const CellOptions&) const = default;
};

enum class CellStatus {
  not_run,  // the default; after an execution: the run ended before its turn
  succeeded,
  failed,     // raised, or had an error of its own (graph, syntax)
  stopped,    // called mo.stop, or an ancestor did
  prevented,  // an ancestor failed
  disabled,   // it, or an ancestor, is disabled
  timed_out,
  interrupted,  // a signal or the worker's death came while it ran
};

struct Cell {
  /// Unique in the notebook. For marimo files: marimo's own ids ("Hbol", "MJUe", …, "setup").
  std::string id;
  CellKind kind = CellKind::code;
  /// As marimo has it: "_" for unnamed ("__" in old files). A function's or class's is its own, without the
  /// "*" that marimo writes in front of it in other formats.
  std::string name = "_";
  /// The cell's code or text, dedented. Of a marimo file it is what marimo has, to the byte, so that hashes
  /// of it agree: blank lines in front of the last `return` count.
  std::string source;
  CellOptions options;
  /// Where the source's first line stands in the file, from 1; 0 when it has no such place.
  std::size_t line = 0;
  /// Cell metadata of an .ipynb as a JSON object, or empty.
  std::string metadata;

  std::vector<Output> outputs;
  std::optional<std::int64_t> execution_count;
  CellStatus status = CellStatus::not_run;
  std::chrono::nanoseconds duration{0};
};

enum class Format { marimo, ipynb, percent, markdown };

/// Something in the file that is not as it should be, but did not keep it from being read.
struct Warning {
  std::size_t line = 0;
  std::size_t column = 0;
  std::string message;
};

/// How an execution went, for the head of a page. Filled by execution.
struct RunRecord {
  std::chrono::system_clock::time_point started;
  std::chrono::nanoseconds duration{0};
  /// "3.12.1"
  std::string language_version;
  /// Name and version of notable packages that the notebook imported ("numpy", "2.3.1").
  std::vector<std::pair<std::string, std::string>> packages;
  /// Why the run ended early ("time-out after 5 s", "the worker was killed by signal 9"), or empty.
  std::string ended_early;
};

struct Notebook {
  Format format = Format::marimo;
  /// "python", or the kernel's language.
  std::string language = "python";
  std::vector<Cell> cells;
  /// marimo.App's arguments, or an .ipynb's metadata: name to JSON text.
  std::vector<std::pair<std::string, std::string>> options;
  /// Comments and strings before `import marimo`, verbatim.
  std::string header;
  /// The TOML text of the PEP 723 block, and the file's line of its first line.
  std::optional<std::string> script_metadata;
  std::size_t script_metadata_line = 0;
  /// marimo's __generated_with.
  std::string generated_with;
  std::vector<Warning> warnings;
  std::optional<RunRecord> run;

  /// The App option `name` as JSON text, or none.
  const std::string* option(std::string_view name) const;
};

}  // namespace cloche::notebook
