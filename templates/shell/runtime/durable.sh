# --- what is recorded survives a machine that falls, and a disk that is full -------------------------------------------
#
# A disk may write files in any order. So a record must not get there before the books that it speaks of; and nothing may
# begin before the records of what comes before it are there:
#   - A step that only keeps the books is recorded when these are on the disk. If it is lost before, it is done again, which
#     changes nothing. So its record waits for the next sync.
#   - A program is recorded at once, since it must not run again; what it gave is brought to the disk before.
#   - Before the next program, and at the end of an activity, all this is brought to the disk, by one sync.
# A sync is one of the whole file system: it takes one process, and the disk writes many small files at once.

pb_no_sync=${PLANBUILDER_NO_SYNC-}
pb_syncs=''     # set unless the user, or a disk in memory, does without
pb_unsettled='' # set when something was written since the last sync
pb_held=''      # records that wait for it
pb_wrote=''     # set when the step kept values or files

# Before workers start.
choose_sync() {
  if [[ -n $pb_no_sync ]]; then return; fi
  case $(stat -f -c %T -- "$pb_state" 2>/dev/null) in
    tmpfs | ramfs) ;; # which nothing survives
    *) pb_syncs=1 ;;
  esac
}

make_durable() { [[ -z $pb_syncs ]] || sync -f -- "$pb_state"; }

# record_step LINE: of the step that ran.
record_step() {
  if [[ -z $pb_syncs ]]; then
    write_record "$1"
    return
  fi
  pb_unsettled=1
  if [[ -z $pb_ran ]]; then
    pb_held+=$1$'\n'
    return
  fi
  if [[ -n $pb_wrote ]]; then make_durable || cannot_write "$pb_run_folder"; fi
  write_record "$1"
}

# What was done is on the disk from here on.
settle() { try_to_settle || cannot_write "$pb_run_folder"; }

try_to_settle() {
  [[ -n $pb_unsettled ]] || return 0
  make_durable || return
  pb_unsettled=''
  [[ -n $pb_held ]] || return 0
  printf '%s' "$pb_held" >&"$pb_journal" || return
  pb_held=''
}

# --- room for the journal ------------------------------------------------------------------------------------------------

readonly pb_record_room=200 # bytes that a step takes there, about
readonly pb_most_room=16777216

# reserve_journal STEPS: before anything runs, so that what was done can be recorded, whatever fills the disk meanwhile. Where
# that is not possible, a record may be lost like everything else.
reserve_journal() {
  local room=$(($1 * pb_record_room + 4096)) size said
  command -v fallocate >/dev/null && size=$(stat -c %s -- "$pb_run_folder/journal") || return 0
  if ((room > pb_most_room)); then room=$pb_most_room; fi
  said=$(LC_ALL=C fallocate -n -o "$size" -l "$room" -- "$pb_run_folder/journal" 2>&1) && return
  case $said in
    *'No space left'* | *quota* | *'Read-only'*) cannot_write "$pb_run_folder/journal" ;;
  esac
}

# What is left of it.
free_journal() { truncate -s +0 -- "$pb_run_folder/journal" 2>/dev/null || :; }
