#ifndef DECLARATIONS_ONLY
void pause() { cudaDeviceSynchronize(); }
#endif
void pause();
