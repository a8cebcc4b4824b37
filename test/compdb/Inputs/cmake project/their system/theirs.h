#define THEIRS 1
