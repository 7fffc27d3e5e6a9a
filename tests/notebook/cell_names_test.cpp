#include "notebook/cell_names.hpp"

#include <string>

#include <gtest/gtest.h>

namespace cloche::notebook {
namespace {

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

// "definitions | references", and if there are any " - deletions" and " . private names".
std::string names_of(std::string_view source) {
  const CellNames names = find_names(source);
  if (names.error) return names.error->message;
  std::string text = join(names.analysis.definitions) + " | " + join(names.analysis.references);
  if (!names.analysis.deletions.empty()) text += " - " + join(names.analysis.deletions);
  if (!names.analysis.private_names.empty()) text += " . " + join(names.analysis.private_names);
  return text;
}

TEST(CellNames, AreDefinedByEachWayOfBinding) {
  EXPECT_EQ(names_of("x = 1"), "x | ");
  EXPECT_EQ(names_of("x = y = z"), "x y | z");
  EXPECT_EQ(names_of("a, (b, *c), [d] = e"), "a b c d | e");
  EXPECT_EQ(names_of("x: int"), "x | int");
  EXPECT_EQ(names_of("x: A[B] = c"), "x | A B c");
  EXPECT_EQ(names_of("for i, j in k: pass"), "i j | k");
  EXPECT_EQ(names_of("with a as b, c as (d, e): pass"), "b d e | a c");
  EXPECT_EQ(names_of("def f(): pass"), "f | ");
  EXPECT_EQ(names_of("async def f(): pass"), "f | ");
  EXPECT_EQ(names_of("class A(B, k=C): pass"), "A | B C");
  EXPECT_EQ(names_of("type X = Y"), "X | Y");
}

TEST(CellNames, AreDefinedByImports) {
  EXPECT_EQ(names_of("import a"), "a | ");
  EXPECT_EQ(names_of("import a.b"), "a | ");
  EXPECT_EQ(names_of("import a.b as c"), "c | ");
  EXPECT_EQ(names_of("from a.b import c, d as e"), "c e | ");
  EXPECT_EQ(names_of("from . import a"), "a | ");
  EXPECT_EQ(names_of("from __future__ import annotations"), "annotations | ");
}

TEST(CellNames, AreDefinedByPatterns) {
  EXPECT_EQ(names_of("match a:\n  case [b, *c]: pass\n  case {'k': d, **e}: pass"), "b c d e | a");
  EXPECT_EQ(names_of("match a:\n  case P(b, k=c) | q.r: pass\n  case _ as d if e: f"), "b c d | P a e f q");
  EXPECT_EQ(names_of("match a:\n  case _: pass\n  case -1: pass\n  case 's': pass"), " | a");
}

TEST(CellNames, AreNotReferencedByAugmentedAssignment) {
  EXPECT_EQ(names_of("n += 1"), "n | ");
  EXPECT_EQ(names_of("n += m"), "n | m");
  EXPECT_EQ(names_of("a.b += 1"), " | a");
}

TEST(CellNames, AreBothDefinedAndReferencedIfUsedFirst) {
  EXPECT_EQ(names_of("x = x + 1"), "x | x");
  EXPECT_EQ(names_of("x\nx = 1"), "x | x");
  EXPECT_EQ(names_of("x = 1\nx"), "x | ");
}

TEST(CellNames, AreDefinedByALoopBeforeWhatItLoopsOver) {
  EXPECT_EQ(names_of("for x in x: pass"), "x | ");
  EXPECT_EQ(names_of("[x for x in x]"), " | x");
}

TEST(CellNames, GoOutOfComprehensionsWithAWalrus) {
  EXPECT_EQ(names_of("(x := y)"), "x | y");
  EXPECT_EQ(names_of("[x := y for y in z]"), "x | z");
  EXPECT_EQ(names_of("def f(): return [x := y for y in z]"), "f | z");
  EXPECT_EQ(names_of("x if (x := y) else x"), "x | y");
}

TEST(CellNames, OfComprehensionsStayInside) {
  EXPECT_EQ(names_of("[a for a in b if a > c]"), " | b c");
  EXPECT_EQ(names_of("{k: v for k, v in d.items()}"), " | d");
  EXPECT_EQ(names_of("{a for b in c for a in b}"), " | c");
  EXPECT_EQ(names_of("f(a for a in b)"), " | b f");
  EXPECT_EQ(names_of("[a for a in b]\na"), " | a b");
}

TEST(CellNames, WithAnUnderscoreArePrivate) {
  EXPECT_EQ(names_of("_x = 1\n_x\n_y"), " |  . _x");
  EXPECT_EQ(names_of("_ = 1"), " |  . _");
  EXPECT_EQ(names_of("__ = 1"), " |  . __");
  EXPECT_EQ(names_of("__x = ___y"), "__x | ___y");
  EXPECT_EQ(names_of("def _f(): pass\nclass _A: pass\nimport a as _b\nfrom c import _d"),
            " |  . _A _b _d _f");
  EXPECT_EQ(names_of("def f(_x): return _x"), "f | ");
}

TEST(CellNames, OfAttributesAndItemsAreTheirBases) {
  EXPECT_EQ(names_of("a.b = c.d"), " | a c");
  EXPECT_EQ(names_of("a[b] = c[d:e]"), " | a b c d e");
  EXPECT_EQ(names_of("f(k=v, *args, **more)"), " | args f more v");
}

TEST(CellNames, OfAFunctionsBodyAreItsOwn) {
  EXPECT_EQ(names_of("def f(a, *b, c=d, **e):\n  x = a + b + c + e + g\n  return x"), "f | d g");
  EXPECT_EQ(names_of("lambda a, b=c: a + b + d"), " | c d");
  EXPECT_EQ(names_of("def f():\n  def g(): return x\n  x = 1"), "f | ");
}

TEST(CellNames, OfASignatureAreTheCells) {
  EXPECT_EQ(names_of("@d\ndef f(a: A = b) -> R: pass"), "f | A R b d");
  EXPECT_EQ(names_of("@d(e)\nclass C: pass"), "C | d e");
  EXPECT_EQ(names_of("def f(x=x): pass"), "f | x");
  EXPECT_EQ(names_of("def f(a: 'A') -> 'R': pass"), "f | ") << "annotations written as text";
}

TEST(CellNames, AreNoReferencesIfBoundLaterForAFunction) {
  EXPECT_EQ(names_of("def f(): return x\nx = 1"), "f x | ");
  EXPECT_EQ(names_of("def f(): return f()"), "f | ");
  EXPECT_EQ(names_of("lambda: x\nx = 1"), "x | ");
}

TEST(CellNames, OfAClassAreSeenByItsMethods) {
  EXPECT_EQ(names_of("class A:\n  x = 1\n  def f(self): return x + y"), "A | y");
  EXPECT_EQ(names_of("class A:\n  x = x"), "A | x");
}

TEST(CellNames, DeclaredGlobalAreTheCells) {
  EXPECT_EQ(names_of("def f():\n  global x\n  x = 1"), "f x | ");
  EXPECT_EQ(names_of("def f():\n  global x\n  return x"), "f | x");
  EXPECT_EQ(names_of("x = 0\ndef f():\n  global x\n  x = 1"), "f x | ");
  EXPECT_EQ(names_of("def f():\n  x = 1\n  def g():\n    nonlocal x\n    x = 2"), "f | ");
}

TEST(CellNames, OfCaughtExceptionsAreNobodysBusiness) {
  EXPECT_EQ(names_of("try: a\nexcept E as e: print(e)"), " | E a print");
  EXPECT_EQ(names_of("try: a\nexcept E as e: pass\ne"), " | E a e");
  EXPECT_EQ(names_of("try: a\nexcept* (E, F) as e: e\nelse: b\nfinally: c"), " | E F a b c");
}

TEST(CellNames, AreDeletedIfTheyAreAnotherCells) {
  EXPECT_EQ(names_of("del x"), " | x - x");
  EXPECT_EQ(names_of("x = 1\ndel x"), "x | ");
  EXPECT_EQ(names_of("del a.b, c[d], (e, f)"), " | a c d e f - e f");
}

TEST(CellNames, InFormattedStringsAreReferences) {
  EXPECT_EQ(names_of("f'{a} {b!r:>{c}} {d=}'"), " | a b c d");
  EXPECT_EQ(names_of("f'{x:=5}'"), " | x");
  EXPECT_EQ(names_of("f'{{a}} \\N{BULLET}'"), " | ");
  EXPECT_EQ(names_of("f\"{a[\"b\"]}\""), " | a");
  EXPECT_EQ(names_of("'{a}'"), " | ");
}

TEST(CellNames, OfTypeParametersStayInside) {
  EXPECT_EQ(names_of("def f[T: A, *Ts, **P](x: T) -> T: return T"), "f | A");
  EXPECT_EQ(names_of("class A[T](B[T]): x: T"), "A | B");
  EXPECT_EQ(names_of("type X[T: B] = list[T]"), "X | B list");
}

TEST(CellNames, CountBuiltinsAsReferences) {
  EXPECT_EQ(names_of("print(__file__)"), " | __file__ print");
}

TEST(CellNames, AreFoundInSyntaxThatTheGrammarDoesNotKnow) {
  EXPECT_EQ(names_of("t'{a}'"), " | a");
  EXPECT_EQ(names_of("def f[T = int](x: T): pass"), "f | int");
  EXPECT_EQ(names_of("try: a\nexcept A, B, C: c"), " | A B C a c");
  EXPECT_EQ(names_of("try: a\nexcept *E: c"), " | E a c");
  EXPECT_EQ(names_of("def f():\n        (a.\n    b)\n        c"), "f | a c");
  EXPECT_EQ(names_of("type(a).b = c"), " | a c type");
  EXPECT_EQ(names_of("print >>f, x"), " | f print x");
}

TEST(CellNames, MayBeNamedLikeKeywordsOfOtherVersions) {
  EXPECT_EQ(names_of("match = type = 1\nprint = exec = match"), "exec match print type | ");
}

TEST(CellNames, AllowAwaitAtTheTop) {
  EXPECT_EQ(names_of("x = await f()\nasync with a as b: pass\nasync for c in d: pass"), "b c x | a d f");
  EXPECT_EQ(names_of("def f(): return (a for a in b if await c(a))"), "f | b c");
}

}  // namespace
}  // namespace cloche::notebook
