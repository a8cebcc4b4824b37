#include <begins.h>
#include <library.h>
#include <mentions.h>
#include <clean.h>
