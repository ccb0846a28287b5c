# What tests do under sanitizers, where programs take five times as long.

# Random tests try a part of what they try otherwise: one in so many.
set(random_share 1)
if(PLANBUILDER_SANITIZE)
  set(random_share 8)
endif()

# Tests that are `slow` under sanitizers, as patterns of their names.
set(slow_if_sanitized
  # Bash does the work, and a sanitizer does not look at bash. What is quoted for it is looked at (ShellText, ShellHostile).
  ShellBranches.* ShellChecks.* ShellEngine.* ShellGuardTest.* ShellHostile.ScriptsAreClean ShellInputs.* ShellInterrupt.*
  ShellInvoke.* ShellLifecycle.* ShellMachine.* ShellOptions.* ShellPolicies.* ShellRemembers.* ShellRun.* ShellSecret*
  ShellTools.* ShellUndo.* By/GuestbookLife.* Guestbook.GeneratedScripts* Scaling.* ScalingLimits.*
  # Much of the same: smaller inputs do the same to memory.
  Containers.MoreEntriesThanTheFirstZipsCount Zip.MayHaveAsManyEntriesAsFitWithoutZip64
  Evaluate.ValuesThatUnfoldWithoutEndAreRefused EventPlan.ManyMachinesThatNeverRestAreFoundOutSoon
  Excerpts.AreLeftOutAloudWhereTheyAreTooMany Order.IsNotListedWithoutEnd OrderPasses.ACycleInALargePlanIsFound
  TypeChain.WhereNamesAreWrongByTheThousandTheFirstGetAGuess Workflow.RefusesWhatGrowsBeyondMeasure
  XmlHostile.ManyTemplatesAreRead
  # Shows what another test is worth, by thousands of models.
  OfCauses/LeftOut.*)

# program_tests(program prefix): the tests of a program, each as a test of its own.
function(program_tests program prefix)
  if(PLANBUILDER_SANITIZE)
    list(JOIN slow_if_sanitized ":" slow)
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} DISCOVERY_TIMEOUT 600 TEST_FILTER "-${slow}")
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} DISCOVERY_TIMEOUT 600 TEST_FILTER "${slow}" PROPERTIES LABELS slow)
  else()
    gtest_discover_tests(${program} TEST_PREFIX ${prefix} DISCOVERY_TIMEOUT 600)
  endif()
endfunction()
