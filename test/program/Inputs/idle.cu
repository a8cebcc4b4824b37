int idle() { return 1; }
