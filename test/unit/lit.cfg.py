# The GoogleTest programs, one lit test a case.
import lit.formats

config.name = "unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = config.unit_dir
config.test_exec_root = config.unit_dir
config.suffixes = []
