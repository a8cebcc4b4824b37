"""Finds illegal calls during CUDA stream capture, in targets of C++ and CUDA.

docs/bazel.md explains it. `capture_aspect` compiles each source of a target, and
of what it depends on, to an object of cuda-capture's; the actions declare their
inputs, so that they can be kept and run elsewhere. `cuda_capture_test` analyses
the objects of a program.
"""

CaptureInfo = provider(
    doc = "What cuda-capture has compiled of a target and of what it depends on.",
    fields = {
        "objects": "depset of objects",
        "sources": "depset of the sources, and of the headers beside them",
    },
)

_CUDA = ["cu"]
_HIP = ["hip"]
_CXX = ["cc", "cpp", "cxx", "c++", "C", "c"]

def _language_flags(source, toolkit_root):
    """Flags by which Clang parses the host's side of a source."""
    if source.extension in _CUDA:
        flags = ["-x", "cuda", "--cuda-host-only", "-nocudalib", "-Wno-unknown-cuda-version"]
        if toolkit_root:
            return flags + ["--cuda-path=" + toolkit_root, "-isystem", toolkit_root + "/include/cccl"]
        return flags + ["-nocudainc", "-include", "cuda_runtime.h"]
    if source.extension in _HIP:
        return ["-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "-include", "hip/hip_runtime.h"]
    return []

def _context(target, ctx):
    if CcInfo in target:
        return target[CcInfo].compilation_context
    infos = [d[CcInfo] for d in getattr(ctx.rule.attr, "deps", []) if CcInfo in d]
    return cc_common.merge_cc_infos(cc_infos = infos).compilation_context

def _compile(ctx, source, context):
    name = "%s.capture/%s.ccir" % (ctx.label.name, source.short_path.replace("../", "__/"))
    result = ctx.actions.declare_file(name)
    args = ctx.actions.args()
    args.add_all(["compile", source])
    args.add("-o", result)

    # What is named in the object does not depend on where the sandbox is.
    args.add_all(["--root=.", "--partial"])
    args.add_all(ctx.attr._options[CaptureOptionsInfo].compile_options)
    args.add("--")
    options = ctx.attr._options[CaptureOptionsInfo]
    args.add_all(_language_flags(source, options.toolkit_root))
    if source.extension != "c":
        args.add_all(ctx.fragments.cpp.cxxopts)
    args.add_all(ctx.fragments.cpp.copts)
    args.add_all(getattr(ctx.rule.attr, "copts", []))
    args.add_all(context.defines, format_each = "-D%s")
    args.add_all(context.local_defines, format_each = "-D%s")
    args.add_all(context.quote_includes, before_each = "-iquote")
    args.add_all(context.includes, before_each = "-I")
    args.add_all(context.system_includes, before_each = "-isystem")
    if not options.toolkit_root:
        args.add_all([h.dirname for h in ctx.files._headers if h.basename == "cuda_runtime.h"], before_each = "-isystem")
    ctx.actions.run(
        executable = ctx.executable._tool,
        arguments = [args],
        inputs = depset([source] + ctx.files._headers, transitive = [context.headers]),
        outputs = [result],
        mnemonic = "CudaCapture",
        progress_message = "Looking for stream captures in %s" % source.short_path,
    )
    return result

def _aspect_impl(target, ctx):
    context = _context(target, ctx)
    sources = [
        f
        for f in getattr(ctx.rule.files, "srcs", [])
        if f.extension in _CUDA + _HIP + _CXX and f.is_source
    ]
    below = [
        d[CaptureInfo]
        for d in getattr(ctx.rule.attr, "deps", []) + getattr(ctx.rule.attr, "implementation_deps", [])
        if CaptureInfo in d
    ]
    return [CaptureInfo(
        objects = depset(
            [_compile(ctx, s, context) for s in sources],
            transitive = [b.objects for b in below],
        ),
        sources = depset(
            getattr(ctx.rule.files, "srcs", []) + context.direct_headers,
            transitive = [b.sources for b in below],
        ),
    )]

capture_aspect = aspect(
    implementation = _aspect_impl,
    attr_aspects = ["deps", "implementation_deps"],
    fragments = ["cpp"],
    attrs = {
        "_tool": attr.label(
            default = "@cuda_capture//:tool",
            executable = True,
            cfg = "host",
        ),
        "_headers": attr.label(default = "@cuda_capture//:headers"),
        "_options": attr.label(default = "@cuda_capture//:options"),
    },
    doc = "Compiles sources to objects of cuda-capture's.",
)

CaptureOptionsInfo = provider(
    doc = "What is the same for all targets.",
    fields = {
        "compile_options": "options of `cuda-capture compile`",
        "toolkit_root": "a CUDA toolkit; empty: the headers that come with cuda-capture",
    },
)

def _options_impl(ctx):
    return [CaptureOptionsInfo(
        compile_options = ctx.attr.compile_options,
        toolkit_root = ctx.attr.toolkit_root,
    )]

cuda_capture_options = rule(
    implementation = _options_impl,
    attrs = {
        "compile_options": attr.string_list(),
        "toolkit_root": attr.string(),
    },
)

def _test_impl(ctx):
    objects = depset(transitive = [t[CaptureInfo].objects for t in ctx.attr.targets])
    sources = depset(transitive = [t[CaptureInfo].sources for t in ctx.attr.targets])
    names = ctx.actions.declare_file(ctx.label.name + ".objects")
    content = ctx.actions.args()
    content.set_param_file_format("multiline")
    content.add_all([o.short_path for o in objects.to_list()], format_each = '"%s"')
    ctx.actions.write(names, content)
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        script,
        '#!/bin/sh\nexec %s analyse @%s %s --code-quality="${TEST_UNDECLARED_OUTPUTS_DIR:-.}/code-quality.json" --sarif="${TEST_UNDECLARED_OUTPUTS_DIR:-.}/capture.sarif"\n' % (
            ctx.executable._tool.short_path,
            names.short_path,
            " ".join(["'%s'" % o.replace("'", "'\\''") for o in ctx.attr.options]),
        ),
        is_executable = True,
    )
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles([names, ctx.executable._tool], transitive_files = depset(transitive = [objects, sources])),
    )]

cuda_capture_test = rule(
    implementation = _test_impl,
    test = True,
    attrs = {
        "targets": attr.label_list(
            aspects = [capture_aspect],
            mandatory = True,
            doc = "What is one program; targets that these depend on belong to it.",
        ),
        "options": attr.string_list(doc = "Of `cuda-capture analyse`, as --level=possible."),
        "_tool": attr.label(
            default = "@cuda_capture//:tool",
            executable = True,
            cfg = "host",
        ),
    },
    doc = "Fails if the program has calls that a capture forbids.",
)
