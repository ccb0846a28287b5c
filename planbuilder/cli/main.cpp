#include "planbuilder/cli/run.h"

int main(int argc, char** argv) { return planbuilder::cli::run(argc, argv); }
