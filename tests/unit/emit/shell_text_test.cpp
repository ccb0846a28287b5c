#include "planbuilder/emit/template/shell_text.h"

#include <gtest/gtest.h>

#include "planbuilder/emit/shell/names.h"
#include "planbuilder/emit/template/emit_error.h"

namespace planbuilder::emit {

TEST(ShellText, QuotesAnything) {
  EXPECT_EQ(shell_quote(""), "''");
  EXPECT_EQ(shell_quote("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quote("$(x) `y` \\"), "'$(x) `y` \\'");
  EXPECT_THROW(shell_quote(std::string_view("a\0b", 3)), EmitError);
}

TEST(ShellText, CommentsStayInOneLine) { EXPECT_EQ(shell_comment("a\nrm -rf x\r\tb"), "a rm -rf x  b"); }

TEST(ShellText, MapsNamesOfInputs) {
  EXPECT_EQ(input_variable("port"), "port");
  EXPECT_EQ(input_variable("DB_HOST"), "DB_HOST");
  EXPECT_EQ(input_variable("max-clients"), "INPUT_max_2Dclients");
  EXPECT_EQ(input_variable("2nd"), "INPUT_2nd");
  EXPECT_EQ(input_variable(""), "INPUT_");
  EXPECT_EQ(input_variable("PATH"), "INPUT_PATH");
  EXPECT_EQ(input_variable("LD_PRELOAD"), "INPUT_LD_5FPRELOAD");
  EXPECT_EQ(input_variable("BASH_ENV"), "INPUT_BASH_5FENV");
  EXPECT_EQ(input_variable("PLANBUILDER_OUTPUTS"), "INPUT_PLANBUILDER_5FOUTPUTS");
  EXPECT_EQ(input_variable("INPUT_PATH"), "INPUT_INPUT_5FPATH");  // else two names could share a variable
}

}  // namespace planbuilder::emit
