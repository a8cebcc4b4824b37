int host() { return VALUE; }
