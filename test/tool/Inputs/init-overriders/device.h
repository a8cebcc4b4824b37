// What a plugin for a library does, whatever the network.
#pragma once

struct Device {
  virtual ~Device() = default;
  virtual int connect() = 0;
  virtual int test() = 0;
  int open();
};
