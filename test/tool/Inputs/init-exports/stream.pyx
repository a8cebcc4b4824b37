cdef class Stream:
    def __dealloc__(self):
        stream_destroy(self.handle)
