"""Names that are private to a cell.

All cells share one namespace, and a name that begins with one underscore belongs to its cell alone. So `_x`
of the cell `Hbol` is stored as `_cell_Hbol_x`, wherever Python's scoping says that it is a global name. A
name that an import binds without an alias stays as it is, since the module chose it; it is private all the
same.
"""

import _ast

PREFIX = "_cell_"

_FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)
_COMPREHENSIONS = (_ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)
_TYPE_PARAMETERS = tuple(
    getattr(_ast, n) for n in ("TypeVar", "ParamSpec", "TypeVarTuple") if hasattr(_ast, n)
)
_NAMED_PATTERNS = tuple(getattr(_ast, n) for n in ("MatchAs", "MatchStar") if hasattr(_ast, n))


def is_private(name):
    return name == "__" or (name.startswith("_") and not name.startswith("__"))


def may_have_private_names(source):
    """Quick, and never wrong when it says no."""
    at = source.find("_")
    while at >= 0:
        before = source[at - 1 : at]
        if not (before.isalnum() or before == "_" or ord(before or " ") > 127):
            return True
        at = source.find("_", at + 1)
    return False


def unmangled(text):
    """`text` with the names as the cell's author wrote them."""
    if PREFIX not in text:
        return text
    pieces = text.split(PREFIX)
    out = [pieces[0]]
    for piece in pieces[1:]:
        end = 0
        while end < len(piece) and piece[end].isalnum():
            end += 1
        before = out[-1][-1:]
        begins_a_name = not (before.isalnum() or before == "_")
        is_name = begins_a_name and 0 < end < len(piece) and piece[end] == "_"
        out.append(piece[end:] if is_name else PREFIX + piece)
    return "".join(out)


def _children(node):
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            for item in value:
                if isinstance(item, _ast.AST):
                    yield item
        elif isinstance(value, _ast.AST):
            yield value


def _arguments(arguments):
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    return [argument for argument in every if argument is not None]


def _bound_names(node, bound, declared_global):
    """Collects the names that `node` binds in the function scope that it is in."""
    if isinstance(node, _ast.Name):
        if not isinstance(node.ctx, _ast.Load):
            bound.add(node.id)
    elif isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)):
        bound.add(node.name)
        for outside in _evaluated_outside(node):
            _bound_names(outside, bound, declared_global)
        return
    elif isinstance(node, _ast.Lambda):
        _bound_names(node.args, bound, declared_global)
        return
    elif isinstance(node, _COMPREHENSIONS):
        for inner in _walk(node):
            if isinstance(inner, _ast.NamedExpr):
                bound.add(inner.target.id)
        return
    elif isinstance(node, (_ast.Import, _ast.ImportFrom)):
        bound.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    elif isinstance(node, _ast.Global):
        declared_global.update(node.names)
    elif isinstance(node, (_ast.ExceptHandler, *_NAMED_PATTERNS)):
        bound.add(node.name)
    elif hasattr(_ast, "MatchMapping") and isinstance(node, _ast.MatchMapping):
        bound.add(node.rest)
    for child in _children(node):
        _bound_names(child, bound, declared_global)


def _walk(node):
    yield node
    for child in _children(node):
        yield from _walk(child)


def _evaluated_outside(node):
    """The parts of a definition that belong to the scope around it."""
    yield from node.decorator_list
    if isinstance(node, _ast.ClassDef):
        yield from node.bases
        yield from (keyword.value for keyword in node.keywords)
    else:
        yield from _defaults_and_annotations(node)


def _defaults_and_annotations(node):
    yield from node.args.defaults
    yield from (default for default in node.args.kw_defaults if default is not None)
    yield from (argument.annotation for argument in _arguments(node.args) if argument.annotation is not None)
    if getattr(node, "returns", None) is not None:
        yield node.returns


class PrivateNames:
    """Renames a module's private names in place."""

    def __init__(self, cell_id):
        self._prefix = f"{PREFIX}{cell_id}"
        # Scopes inside the cell, innermost last: names they bind, names they declare global, whether it is
        # a class.
        self._scopes = []
        self._raw_imports = set()
        self._inside_definition = 0
        # Names as they are stored: bound by the cell, and used by its functions, lambdas and classes.
        self.bound = set()
        self.kept_for_definitions = set()

    def rename(self, module):
        self._find_raw_imports(module)
        for statement in module.body:
            self._visit(statement)

    def _find_raw_imports(self, node):
        """Imports at cell level, in whatever block."""
        for child in _children(node):
            if isinstance(child, (_ast.Import, _ast.ImportFrom)):
                for alias in child.names:
                    name = alias.name.partition(".")[0]
                    if alias.asname is None and is_private(name):
                        self._raw_imports.add(name)
            elif not isinstance(child, (*_FUNCTIONS, _ast.ClassDef)):
                self._find_raw_imports(child)

    # Resolving

    def _is_global(self, name):
        for depth, (bound, declared_global, is_class) in enumerate(reversed(self._scopes)):
            # What a class body binds is not seen by the functions in it.
            if is_class and depth > 0:
                continue
            if name in declared_global:
                return True
            if name in bound:
                return False
        return True

    def _stored(self, name, binds):
        """How a private name is stored; `name` itself when it is a local one."""
        if not is_private(name) or not self._is_global(name):
            return name
        stored = name if name in self._raw_imports else self._prefix + name
        if binds:
            self.bound.add(stored)
        if self._inside_definition:
            self.kept_for_definitions.add(stored)
        return stored

    def _bind(self, name):
        if self._scopes:
            bound, declared_global, is_class = self._scopes[-1]
            if is_class and name not in declared_global:
                # A class body sees its own names from here on.
                bound.add(name)
                return name
        return self._stored(name, binds=True)

    # Visiting

    def _visit(self, node):
        visit = _VISITORS.get(type(node))
        if visit is not None:
            visit(self, node)
        else:
            self._visit_all(_children(node))

    def _visit_all(self, nodes):
        for node in nodes:
            self._visit(node)

    def _name(self, node):
        node.id = (
            self._stored(node.id, binds=False) if isinstance(node.ctx, _ast.Load) else self._bind(node.id)
        )

    def _assignment(self, node):
        # The value comes first: in `class A: _x = _x` the right one is the cell's.
        if node.value is not None:
            self._visit(node.value)
        self._visit_all(getattr(node, "targets", None) or (node.target,))
        if isinstance(node, _ast.AnnAssign):
            self._visit(node.annotation)

    def _import(self, node):
        for alias in node.names:
            if alias.asname is not None:
                alias.asname = self._bind(alias.asname)
            else:
                self._bind(alias.name.partition(".")[0])

    def _global(self, node):
        node.names = [self._stored(name, binds=True) for name in node.names]

    def _named(self, node):
        if node.name is not None:
            node.name = self._bind(node.name)
        self._visit_all(_children(node))

    def _match_mapping(self, node):
        if node.rest is not None:
            node.rest = self._bind(node.rest)
        self._visit_all(_children(node))

    def _definition(self, node):
        node.name = self._bind(node.name)
        self._inside_definition += 1
        parameters = self._push_type_parameters(node)
        self._visit_all(_evaluated_outside(node))
        if isinstance(node, _ast.ClassDef):
            self._push(set(), set(), is_class=True)
        else:
            self._push_function(node.args, node.body)
        self._visit_all(node.body)
        self._scopes.pop()
        if parameters:
            self._scopes.pop()
        self._inside_definition -= 1

    def _lambda(self, node):
        self._inside_definition += 1
        self._visit_all(_defaults_and_annotations(node))
        self._push_function(node.args, [node.body])
        self._visit(node.body)
        self._scopes.pop()
        self._inside_definition -= 1

    def _comprehension(self, node):
        first = node.generators[0]
        self._visit(first.iter)  # belongs to the scope around
        bound = set()
        for generator in node.generators:
            _bound_names(generator.target, bound, set())
        self._push(bound, set())
        for generator in node.generators:
            if generator is not first:
                self._visit(generator.iter)
            self._visit(generator.target)
            self._visit_all(generator.ifs)
        if isinstance(node, _ast.DictComp):
            self._visit(node.key)
            self._visit(node.value)
        else:
            self._visit(node.elt)
        self._scopes.pop()

    def _type_alias(self, node):
        self._visit(node.name)
        parameters = self._push_type_parameters(node)
        self._visit(node.value)
        if parameters:
            self._scopes.pop()

    def _push_type_parameters(self, node):
        parameters = getattr(node, "type_params", ())
        if parameters:
            self._push({parameter.name for parameter in parameters}, set())
            self._visit_all(child for parameter in parameters for child in _children(parameter))
        return parameters

    def _push_function(self, arguments, body):
        bound = {argument.arg for argument in _arguments(arguments)}
        declared_global = set()
        for statement in body:
            _bound_names(statement, bound, declared_global)
        self._push(bound - declared_global, declared_global)

    def _push(self, bound, declared_global, is_class=False):
        self._scopes.append((bound, declared_global, is_class))


_VISITORS = {
    _ast.Name: PrivateNames._name,
    _ast.Assign: PrivateNames._assignment,
    _ast.AnnAssign: PrivateNames._assignment,
    _ast.AugAssign: PrivateNames._assignment,
    _ast.NamedExpr: PrivateNames._assignment,
    _ast.Import: PrivateNames._import,
    _ast.ImportFrom: PrivateNames._import,
    _ast.Global: PrivateNames._global,
    _ast.ExceptHandler: PrivateNames._named,
    _ast.FunctionDef: PrivateNames._definition,
    _ast.AsyncFunctionDef: PrivateNames._definition,
    _ast.ClassDef: PrivateNames._definition,
    _ast.Lambda: PrivateNames._lambda,
    **dict.fromkeys(_COMPREHENSIONS, PrivateNames._comprehension),
    **dict.fromkeys(_NAMED_PATTERNS, PrivateNames._named),
}
if hasattr(_ast, "MatchMapping"):
    _VISITORS[_ast.MatchMapping] = PrivateNames._match_mapping
if hasattr(_ast, "TypeAlias"):
    _VISITORS[_ast.TypeAlias] = PrivateNames._type_alias
