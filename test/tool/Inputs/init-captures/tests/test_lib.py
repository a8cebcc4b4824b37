import torch
import torch.nn.functional as F
import warp as wp
import pytest
from lib import lib_with, lib_between


def lib_of_python(d):
    pass


def test_graph(d):
    """with torch.cuda.graph(g): lib_in_text(d)"""
    lib_before(d)
    with torch.cuda.graph(
            g, stream=s), other(d):
        # lib_in_comment(d)
        x = lib_with(
            d)
        torch.lib_of_torch(x)
        F.lib_of_alias(x)
        lib_of_python(x)
        plain(x)
        log("lib_in_text(x)")
    lib_after(d)
    with torch.cuda.graph(g): lib.lib_same_line(d)


def test_between(d):
    g.capture_begin()
    if d:
        lib_between(d)
    g.capture_end()
    lib_after(d)
    g.capture_begin()
    lib_open(d)


def test_raises(d):
    with torch.cuda.graph(g):
        with pytest.raises(RuntimeError):
            lib_raises(d)


@pytest.mark.xfail
def test_xfail(d):
    with torch.cuda.graph(g):
        lib_xfail(d)


class Test:
    def test_error(self, d):
        with torch.cuda.graph(g):
            lib_unittest(d)
        self.assertRaises(RuntimeError, g.replay)

    def test_own(self, d):
        with wp.ScopedCapture() as capture:
            self.lib_of_self(d)
            self.lib.lib_warp(d)
