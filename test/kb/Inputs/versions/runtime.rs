    pub unsafe fn cudaBegin(stream: cudaStream_t, mode: cudaStreamCaptureMode) -> cudaError_t {
        (culib().cudaBegin)(stream, mode)
    }
    #[cfg(any(feature = "cuda-12090"))]
    pub unsafe fn cudaPrefetch(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        dstDevice: ::core::ffi::c_int,
        stream: cudaStream_t,
    ) -> cudaError_t {
        (culib().cudaPrefetch)(devPtr, count, dstDevice, stream)
    }
    #[cfg(any(feature = "cuda-13000"))]
    pub unsafe fn cudaPrefetch(
        devPtr: *const ::core::ffi::c_void,
        count: usize,
        location: cudaMemLocation,
        flags: ::core::ffi::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t {
        (culib().cudaPrefetch)(devPtr, count, location, flags, stream)
    }
    pub unsafe fn is_culib_present() -> bool {
        true
    }
