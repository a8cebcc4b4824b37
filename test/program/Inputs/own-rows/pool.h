// Declared, and called by nobody.
void *poolDeclared(unsigned Bytes);

#define POOL_MACRO(Bytes) poolDeclared(Bytes)

namespace mem {
template <typename T> struct Arena {
  Arena();
  ~Arena();
  void grow(unsigned Bytes);
};
} // namespace mem
