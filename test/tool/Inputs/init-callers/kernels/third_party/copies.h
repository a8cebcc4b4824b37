// A library of somebody else, of which the program uses a part.
inline void copy_rows(void *to, const void *from, cudaStream_t s) {
  cudaMemcpyAsync(to, from, 4, cudaMemcpyDeviceToDevice, s);
}
