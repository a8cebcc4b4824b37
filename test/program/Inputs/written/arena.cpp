#include "arena.h"

bool arenaIsOn = false;
// This variable is none of the other source.
static bool recorded;

void fromDisk();

void load() {
  recorded = true;
  fromDisk();
}
void turnOn() { arenaIsOn = true; }
