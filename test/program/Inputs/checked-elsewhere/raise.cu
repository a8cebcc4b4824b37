#include "scope.h"
struct Error {
  const char *message;
};
void raise(const char *message) { throw Error{message}; }
