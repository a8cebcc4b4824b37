static void of_other_test(float *d) { use(d); }
