// A made-up source in the style of a runtime. CHECK_STREAM_CAPTURE_SUPPORTED();
hipError_t work(void *At, const char *Text) {
  hip::Stream *Stream = hip::getNullStream();
  /* CHECK_STREAM_CAPTURING(); */
  return Stream->finish() ? hipSuccess : fail("CHECK_STREAM_CAPTURING()");
}

hipError_t hipCopies(void *At, hipStream_t stream) {
  HIP_INIT_API(hipCopies, At, stream);
  STREAM_CAPTURE(hipCopies, stream, At);
  HIP_RETURN(hip::work(At, "}"));
}

hipError_t hipCopies_spt(void *At, hipStream_t stream) {
  HIP_INIT_API(hipCopies, At, stream);
  HIP_RETURN(hipCopies(At, stream));
}

hipError_t hipImports(int *Handle) {
  HIP_INIT_API(hipImports, Handle);
#ifdef _WIN32
  if (windows(Handle)) {
    CHECK_STREAM_CAPTURING();
#elif defined(OTHER)
  if (other(Handle)) {
#endif
    HIP_RETURN(hipSuccess);
  }
#if !defined(_MSC_VER)
  Handle = nullptr;
#else
  CHECK_SUPPORTED_DURING_CAPTURE();
#endif
  HIP_RETURN(hipErrorNotSupported);
}

hipError_t hipNever(void) {
  HIP_INIT_API_NO_RETURN(hipNever);
  CHECK_STREAM_CAPTURING();
  HIP_RETURN(hipSuccess);
}

hipError_t hipMakes(void) {
  HIP_INIT_API(hipMakes);
  HIP_RETURN(hipSuccess);
}

const char *hipNoFunctionOfTheInterface(void) { return "hipNever()"; }

hipError_t hipSays(const char *What) {
  HIP_INIT_API(hipSays, What);
  What.hipNever();
  HIP_RETURN(hipSuccess);
}
