#include "use.cu"
void broken() { missing(1); }
void eachWithError(std::vector<cudaStream_t> &streams) {
  std::for_each(streams.begin(), streams.end(), [](auto s) {
    missing::log(s, 1);
    CAPTURE_AND_WAIT(s) // 5
  });
  std::for_each(streams.begin(), streams.end(), [](auto s) {
    missing::log(s); // The compiler reads a declaration, and gives up.
    CAPTURE_AND_WAIT(s)
  });
}
