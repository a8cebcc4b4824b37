import weakref

class Table:
    def __init__(self, handle):
        self.handle = handle
        self.finalizer = weakref.finalize(self, lib.device_wait, handle)

    def close(self):
        # table_clear(self.handle)
        if self.handle:
            lib.table_destroy(self.handle)

    def clear(self):
        lib.table_clear(self.handle)

    def table_clear(self):
        pass

    def __del__(self):
        self.close()
        self.table_clear()
        lib.memory_free(self.memory, self.stream)
        lib.guarded_destroy(self.handle)

class Graph:
    def close(self):
        lib.table_clear(self.handle)

    def __del__(self):

        with self.device:
            lib.graph_destroy(self.handle)
        lib.module_unload(self.module)

class Memory:
    def __del__(self): lib.memory_release(self.handle)

class Careful:
    def __del__(self):
        if self.device.is_capturing:
            self.device.defer(self.handle)
        else:
            lib.careful_destroy(self.handle)

def capture():
    with torch.cuda.graph(g):
        lib.table_clear(handle)
