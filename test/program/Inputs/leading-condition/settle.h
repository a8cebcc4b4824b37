#if defined(WITH_BODIES)
void settle() { cudaDeviceSynchronize(); }
#endif
void settle();
