# --- what the journal tells: who is done, who was under way -------------------------------------------------------

pb_run_state=''
declare -A pb_recorded=() # STEP -> the instances that it is done for, with a space around each
declare -A pb_under_way=() # STEP INSTANCE -> PROCESS TIME BIRTH BOOT of programs that started and left no record
pb_order=() # STEP INSTANCE of what is done and not undone, in the order in which it ended

# Sets pb_run_state: finished, abandoned, taken-back, undoing or unfinished. Only the last run can be one of the latter.
read_run_state() {
  local word rest
  need_file "$pb_run_folder/journal"
  need_file "$pb_run_folder/plan"
  pb_run_state=unfinished
  while IFS=$'\t' read -r word rest; do
    case $word in finished | abandoned | taken-back | undoing) pb_run_state=$word ;; esac
  done <"$pb_run_folder/journal"
}

is_unfinished() { [[ $pb_run_state == unfinished || $pb_run_state == undoing ]]; }

# A line that was cut off (the disk was full, the machine fell) gets one word more than a record has, and is none.
mend_journal() {
  if [[ -n $(tail -c 1 -- "$pb_run_folder/journal") ]]; then journal '' cut; fi
}

read_journal() {
  local word step instance one two rest key kept
  pb_recorded=() pb_under_way=() pb_order=() pb_handled=()
  local -A undone=()
  while IFS=$'\t' read -r word step instance one two rest; do
    key="$step $instance"
    case $word in
      start) pb_under_way[$key]="$one $two $rest" ;;
      failed) pb_under_way[$key]='' ;;
      undone) undone[$key]=1 ;;
      handled) if [[ -z $instance ]]; then note_handled "$step"; fi ;;
      'done' | skipped)
        [[ $two =~ ^[0-9]+$ && -z $rest ]] || continue
        pb_under_way[$key]=''
        pb_recorded[$step]+=" $instance "
        if [[ $word == 'done' ]]; then pb_order+=("$key"); fi
        ;;
    esac
  done <"$pb_run_folder/journal"
  if ((${#undone[@]} > 0)); then
    kept=()
    for key in ${pb_order[@]+"${pb_order[@]}"}; do
      if [[ -z ${undone[$key]-} ]]; then kept+=("$key"); fi
    done
    pb_order=(${kept[@]+"${kept[@]}"})
  fi
}

# note_handled STEMS
note_handled() {
  local stem
  for stem in $1; do pb_handled[$stem]=1; done
}

# is_recorded STEM INSTANCE
is_recorded() { [[ ${pb_recorded[$1]-} == *" $2 "* ]]; }

# wait_for_programs [abandoned]: those that outlived their run: what they do must not happen twice at the same time.
wait_for_programs() {
  local key process time birth boot step instance told
  for key in ${pb_under_way[@]+"${!pb_under_way[@]}"}; do
    [[ -n ${pb_under_way[$key]} ]] || continue
    read -r process time birth boot <<<"${pb_under_way[$key]}"
    read -r step instance <<<"$key"
    told=''
    while lives "$process" "$time" "${birth:--}" "${boot:--}"; do
      [[ -n $told ]] || say "Waiting for $step, which a killed run left behind (process $process)..."
      told=1
      sleep 0.2
    done
    [[ $instance == - ]] || step+=" of instance $instance"
    [[ -n ${1-} ]] || say "$step was under way when its run was killed, and left no record: it runs again."
  done
}

# lives PROCESS TIME BIRTH BOOT: the process group that was there then; not another one that got its number since.
lives() {
  kill -0 -- "-$1" 2>/dev/null || return 1
  if [[ $4 != - && $4 != "$pb_boot" ]]; then return 1; fi
  birth_of "$1"
  if [[ $pb_birth == - ]]; then return 0; fi # its leader is gone, or nobody tells
  if [[ $3 != - ]]; then ((pb_birth == $3)); else was_born_before "$2"; fi
}

# was_born_before TIME: pb_birth, for journals of older versions. The clock of processes is coarse.
was_born_before() {
  local word number
  while read -r word number _; do
    if [[ $word == btime ]]; then break; fi
  done </proc/stat
  ((number * 1000000 + pb_birth * 10000 <= $1 + 2000000)) # ticks are hundredths of a second
}
