#pragma once
#include <cstddef>

struct Pool {
  void *data = nullptr;
  std::size_t size = 0;
  void reserve(std::size_t bytes);
};
