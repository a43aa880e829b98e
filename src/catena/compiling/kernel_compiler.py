"""numba's compiler, with changes that shorten the waiting for large steps.

**Tables stay values.** numba gives every variable that is used in more than one block a
slot on the stack, and writes and reads it whole. For tables of hundreds of arrays LLVM
then takes these copies apart word by word, in time that grows with the square of their
number: two thirds of the compiling of a step. Where nothing counts references a
variable that is assigned once, before all its uses, needs no slot.

**Twins stay code.** Kernels that only kernels call are linked into each of their
callers and become machine code there. Machine code of their own is never run, and is
not made: what is kept of them is what callers link.

**What is linked is private.** numba leaves every linked kernel a symbol that others may
call. Without it LLVM drops arguments nobody reads, passes the rest in registers and
pastes what is called once: of the seven words by which an array is handed on most
kernels read two. A step of a chain of 64 links takes 0.8 of its time.

**What is pasted is not copied.** numba copies each block of a kernel that it pastes
into another twice, with all variables of that kernel, though it has just made these
blocks for this place alone.

**What is linked is optimised once.** numba optimises every kernel with all it links,
and again in each kernel above it: what lies eight calls deep eight times. Here only
kernels that Python calls are optimised with what they link.

**Types of operators are remembered.** numba asks all it knows for the type of each
product and each element anew, thousands of times with one answer.

**Waste is collected young.** A compiler makes millions of objects that last to its end.
Python looks through all of them again and again for waste: a fifth of the compiling.

Without copies and old collections a belt drive compiles in 9.4 s where it took 12.7 s.
"""

from __future__ import annotations

import gc
import operator
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from llvmlite import binding
from numba.core import inline_closurecall, ir, types
from numba.core.analysis import (
    compute_cfg_from_blocks,
    compute_use_defs,
    must_use_alloca,
)
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.typing.context import BaseContext
from numba.core.untyped_passes import InlineInlinables

PASTING: Any = inline_closurecall
INNER = (
    (Lower, "_find_singly_assigned_variable"),
    (JITCodeLibrary, "_finalize_specific"),
    (JITCodeLibrary, "_optimize_final_module"),
    (JITCodeLibrary, "_finalize_final_module"),
    (JITCodeLibrary, "_finalize_dynamic_globals"),
    (JITCodeLibrary, "_verify_declare_only_symbols"),
    (JITCodeLibrary, "get_pointer_to_function"),
    (JITCodeLibrary, "enable_object_caching"),
    (CompileResultCacheImpl, "reduce"),
    (CompileResultCacheImpl, "rebuild"),
    (NativeLowering, "lowering_class"),
    (NopythonTypeInference, "run_pass"),
    (BaseContext, "resolve_function_type"),
    (InlineInlinables, "run_pass"),
    (PASTING, "copy"),
)
"""Parts of numba that are replaced or called here; no promise of numba covers them."""
for _owner, _name in INNER:
    getattr(_owner, _name)  # AttributeError: `catena.jit` takes numba's own way
COUNTING = "NRT_"
"""How the names of numba's functions begin that count references."""
ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of the variables begin that point to the environment of a function."""


class KernelLower(Lower):
    """From typed Python to LLVM."""

    def _find_singly_assigned_variable(self) -> None:
        """Names of variables that are values; all others have a slot on the stack."""
        super()._find_singly_assigned_variable()
        if not self.context.enable_nrt:
            self._singly_assigned_vars |= lasting_values(self.func_ir.blocks)


def lasting_values(blocks: dict[int, Any]) -> set[str]:
    """Variables assigned once, in a block that every block that reads them has behind.

    Blocks are translated in the order of their labels; the assignment must come first
    there too.
    """
    place: dict[str, int] = {}
    times: Counter[str] = Counter()
    for label, block in blocks.items():
        for assigned in block.find_insts(ir.Assign):
            times[assigned.target.name] += 1
            place[assigned.target.name] = label
    values = {name for name, n in times.items() if n == 1}
    values -= must_use_alloca(blocks)
    behind = compute_cfg_from_blocks(blocks).dominators()
    for label, names in compute_use_defs(blocks).usemap.items():
        for name in values & set(names):
            if place[name] >= label or place[name] not in behind[label]:
                values.discard(name)
    return values


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """The pass that does it."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """What translates."""
        return KernelLower


class _AsItIs:
    """Stands for the module `copy` where what is copied has no other reader."""

    @staticmethod
    def deepcopy(block: Any) -> Any:
        """The block itself."""
        return block


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelInlining(InlineInlinables):
    """The pass that pastes kernels into kernels, without copies of them."""

    _name = "kernel_inlining"

    def run_pass(self, state: Any) -> Any:
        """Paste; the compiler is locked, so nobody else meets what is replaced."""
        copying, PASTING.copy = PASTING.copy, _AsItIs
        try:
            return super().run_pass(state)
        finally:
            PASTING.copy = copying


OPERATORS = {bool, *(one for one in vars(operator).values() if callable(one))}
"""Functions whose type follows from those of their arguments alone, if plain."""
PLAIN = (types.Number, types.Boolean)
REMEMBERED: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()
"""By numba's context of types: types of calls by function and those of arguments."""


class TypesOfOperators:
    """numba's knowledge of types, and what it answered about operators."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._known = REMEMBERED.setdefault(context, {})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, words: Any) -> Any:
        """The types of a call; remembered for numbers, and for elements of arrays."""
        asked: Any = self._context.resolve_function_type
        of = getattr(function, "typing_key", function)
        if words or not _is_operator(of) or not _are_plain(of, args):
            return asked(function, args, words)
        case = (function, tuple(args))
        if case not in self._known:
            self._known[case] = asked(function, args, words)
        return self._known[case]


def _is_operator(function: Any) -> bool:
    """Whether a function is one of Python's operators."""
    return callable(function) and function in OPERATORS


def _are_plain(function: Any, args: Any) -> bool:
    """Whether an operator meets numbers alone, or takes an element from an array."""
    if function is operator.getitem and isinstance(args[0], types.Array):
        args = getattr(args[1], "types", args[1:])  # of a tuple: of its parts
    return all(isinstance(one, PLAIN) for one in args)


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelInference(NopythonTypeInference):
    """The pass that finds the types, with a memory."""

    _name = "kernel_inference"

    def run_pass(self, state: Any) -> Any:
        """Find them."""
        context, state.typingctx = state.typingctx, TypesOfOperators(state.typingctx)
        try:
            return super().run_pass(state)
        finally:
            state.typingctx = context


STEPS: dict[Any, Any] = {
    NativeLowering: KernelLowering,
    NopythonTypeInference: KernelInference,
    InlineInlinables: KernelInlining,
}
"""Passes of numba, and what takes their place."""
YOUNG = (2_000, 20, 1_000_000)
"""Thresholds of the collector while kernels compile: old objects are left alone."""


@contextmanager
def young_collections() -> Iterator[None]:
    """Only young objects are looked through for waste."""
    usual = gc.get_threshold()
    gc.set_threshold(*YOUNG)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def is_linked_kernel(function: Any) -> bool:
    """Whether a function of a module is the copy of one that was linked into it."""
    shared = function.linkage == binding.Linkage.linkonce_odr
    # the passes that drop needless counting know the functions for it by name
    counts = function.name.startswith(COUNTING)
    return bool(shared and not function.is_declaration and not counts)


class CallerLibrary(JITCodeLibrary):
    """Machine code of a kernel and of all it calls."""

    def _optimize_final_module(self) -> None:
        """Make what is linked private before the whole is optimised.

        Private, not internal: names of internal functions stand in the object, where
        the loader takes them for those of other objects that pass all arguments.
        """
        for function in self._final_module.functions:
            if is_linked_kernel(function):
                function.linkage = "private"
        super()._optimize_final_module()

    def _finalize_specific(self) -> None:
        """Make machine code, and hand it the environments of what it calls."""
        super()._finalize_specific()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if variable.name.startswith(ENVIRONMENT) and environment is not None:
                self.codegen.set_env(variable.name, environment)


class TwinLibrary(JITCodeLibrary):
    """Code to be linked into that of callers, and to be optimised there."""

    def _optimize_final_module(self) -> None:
        """Each function has been simplified by itself; the rest is up to callers."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """What would make machine code."""
        return _WithoutMemory(self._codegen)

    def get_pointer_to_function(self, _name: str) -> int:
        """Nothing here can be called."""
        return 0


class _WithoutMemory:
    """numba's generator of code, for functions that stand nowhere in memory."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, _name: str, _environment: Any) -> None:
        """The variable stands in the code of callers."""


class CallerCompiler(Compiler):
    """For kernels that Python calls."""

    library: Any = CallerLibrary

    def compile_extra(self, function: Any) -> Any:
        """What numba calls to compile one function."""
        with young_collections():
            return super().compile_extra(function)

    def define_pipelines(self) -> Any:
        """numba's own, with other passes and another end."""
        state = self.state
        state.library = self.library(
            state.targetctx.codegen(), state.func_id.func_qualname
        )
        state.library.enable_object_caching()
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (STEPS.get(step, step), words) for step, words in pipeline.passes
            ]
            pipeline.finalize()
        return pipelines


class TwinCompiler(CallerCompiler):
    """For kernels that kernels call."""

    library = TwinLibrary


class StripLibrary(TwinLibrary):
    """The same, optimised where it stands alone and what arrays share is plain."""

    def _optimize_final_module(self) -> None:
        JITCodeLibrary._optimize_final_module(self)


class StripCompiler(TwinCompiler):
    """For kernels whose arrays share no memory."""

    library = StripLibrary

    def compile_extra(self, function: Any) -> Any:
        """Says so to the compiler of all arrays that are handed in."""
        self.state.flags.noalias = True
        return super().compile_extra(function)


class TwinFiles(CompileResultCacheImpl):
    """What is kept of a twin on disk."""

    def reduce(self, result: Any) -> Any:
        """What goes into the file."""
        fndesc = result.fndesc
        fndesc.typemap = fndesc.calltypes = None  # only for the compiler
        return (
            result.library.name,
            result.library._final_module.as_bitcode(),
            fndesc,
            result.environment,
            result.signature,
            str(result.type_annotation),
            result.reload_init,
            result._find_referenced_environments(),
        )

    def rebuild(self, context: Any, kept: Any) -> Any:
        """What the compiler of a caller needs."""
        name, code, fndesc, environment, signature, note, reload_init, others = kept
        for function in reload_init:
            function()
        library = TwinLibrary(context.codegen(), name)
        library._final_module = binding.parse_bitcode(code)
        library._finalize_final_module()
        return compile_result(
            target_context=context,
            typing_context=context.typing_context,
            library=library,
            environment=environment,
            entry_point=context.get_executable(library, fndesc, environment),
            fndesc=fndesc,
            type_annotation=note,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=others,
        )


def keep_twin(compiled: Any) -> Any:
    """Let a twin be kept as what is linked, not as machine code."""
    files = getattr(getattr(compiled, "_cache", None), "_impl", None)
    if isinstance(files, CompileResultCacheImpl):
        files.__class__ = TwinFiles
    return compiled
