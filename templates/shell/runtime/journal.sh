# --- the journal of a run: what was done -------------------------------------------------------------------------

# Lines of words with tabs between, each written by one append; times are microseconds since 1970:
#   begin PLAN
#   start STEP INSTANCE PROCESS TIME BIRTH BOOT
#                                            a program is about to run; written by its process, which it then becomes
#   done STEP INSTANCE BEGAN ENDED           INSTANCE is - outside loops; `skipped` when a condition does not hold
#   failed STEP INSTANCE BEGAN ENDED STATUS
#   handled STEPS                            those of an activity that failed, with spaces between: that is final, and a branch of the
#                                            plan goes on from it
#   not-taken NUMBER                         of activities, at the end of a run
#   on-failure STEP                          what the model asks for when STEP's activity fails is done, as an engine told
#   undoing | undo-start ... | undone STEP INSTANCE BEGAN ENDED | undo-failed STEP INSTANCE BEGAN ENDED STATUS
#   finished PLAN | abandoned PLAN | taken-back PLAN
# Whoever adds a word adds it to is_journal_line (recovery.sh): other lines are damaged ones.
# BIRTH is when the process was started, in ticks since the machine was, which BOOT names; no clock that is set moves these.
pb_journal='' pb_boot=''

open_journal() {
  exec {pb_journal}>>"$pb_run_folder/journal" || cannot_write "$pb_run_folder/journal"
  read_boot
}

# journal WORD...
journal() {
  local IFS=$'\t'
  write_record "$*"
}

# write_record LINE
write_record() { append_record "$1" || cannot_write "$pb_run_folder/journal"; }

append_record() { printf '%s\n' "$1" >&"$pb_journal"; }

# Sets pb_boot; - when the system does not tell.
read_boot() { { read -r pb_boot </proc/sys/kernel/random/boot_id; } 2>/dev/null || pb_boot=-; }

# birth_of PROCESS: sets pb_birth, in ticks; - when the system does not tell, or the process is gone.
birth_of() {
  local fields
  pb_birth=-
  { read -r fields <"/proc/$1/stat"; } 2>/dev/null || return 0
  # The name of a program may contain anything; what follows it are numbers.
  # shellcheck disable=SC2086
  set -- ${fields##*) }
  pb_birth=${20}
}
