#include "pool.h"
void use(Pool &pool, cudaStream_t s, void *p) { pool.run(s, p); }
