# --- the journal of a run: what was done -------------------------------------------------------------------------

# Lines of words with tabs between, each written by one append; times are microseconds since 1970:
#   begin PLAN
#   start STEP INSTANCE PROCESS TIME         a program is about to run; written by its process, which it then becomes
#   done STEP INSTANCE BEGAN ENDED           INSTANCE is - outside loops; `skipped` when a condition does not hold
#   failed STEP INSTANCE BEGAN ENDED STATUS
#   on-failure STEP                          what the model asks for when STEP's activity fails is done, as an engine told
#   undoing | undone STEP INSTANCE BEGAN ENDED | undo-failed STEP INSTANCE BEGAN ENDED STATUS
#   finished PLAN | abandoned PLAN | taken-back PLAN
pb_journal=''

open_journal() { exec {pb_journal}>>"$pb_run_folder/journal"; }

# journal WORD...
journal() {
  local IFS=$'\t'
  printf '%s\n' "$*" >&"$pb_journal"
}
