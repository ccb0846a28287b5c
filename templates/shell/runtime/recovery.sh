# --- what the journal tells: who is done, who was under way -------------------------------------------------------

pb_run_state=''
declare -A pb_recorded=() # STEP -> the instances that it is done for, with a space around each
declare -A pb_under_way=() # STEP INSTANCE -> PROCESS TIME BIRTH BOOT of programs that started and left no record
pb_damaged_line='' # the first that no run writes
pb_order=() # STEP INSTANCE of what is done and not undone, in the order in which it ended

# Sets pb_run_state: finished, abandoned, taken-back, undoing or unfinished. Only the last run can be one of the latter.
read_run_state() {
  local word='' rest
  need_file "$pb_run_folder/journal"
  need_file "$pb_run_folder/plan"
  need_file "$pb_run_folder/steps"
  pb_run_state=unfinished
  IFS=$'\t' read -r word rest <"$pb_run_folder/journal" || word=''
  [[ $word == begin ]] || damaged "$pb_run_folder/journal"
  while IFS=$'\t' read -r word rest; do
    case $word in
      finished | abandoned | taken-back | undoing) [[ $'\t'$rest == *$'\tcut' ]] || pb_run_state=$word ;;
    esac
  done <"$pb_run_folder/journal"
}

is_unfinished() { [[ $pb_run_state == unfinished || $pb_run_state == undoing ]]; }

# A line that was cut off (the disk was full, the machine fell) gets one word more than a record has, and is none.
mend_journal() {
  if [[ -n $(tail -c 1 -- "$pb_run_folder/journal") ]]; then journal '' cut; fi
}

read_journal() {
  local word step instance one two rest key kept line=0
  pb_recorded=() pb_under_way=() pb_order=() pb_handled=() pb_damaged_line=''
  local -A undone=() seen=()
  while IFS=$'\t' read -r word step instance one two rest; do
    key="$step $instance" line=$((line + 1))
    if ! is_journal_line; then
      is_cut_off || pb_damaged_line=${pb_damaged_line:-$line}
      continue
    fi
    case $word in
      start) pb_under_way[$key]="$one $two $rest" ;;
      failed) pb_under_way[$key]='' ;;
      undone) undone[$key]=1 ;;
      handled) if [[ -z $instance ]]; then note_handled "$step"; fi ;;
      'done' | skipped)
        pb_under_way[$key]=''
        [[ -z ${seen[$key]-} ]] || continue # a line that is there twice
        seen[$key]=1
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

readonly pb_form_of_record='^(-|[0-9]{1,18}) [0-9]{1,18} [0-9]{1,18} ' # INSTANCE and two numbers; more may follow

# Whether the caller's word, step, instance, one, two and rest are a line that runs write.
is_journal_line() {
  case $word in
    'done' | skipped | undone) [[ "$instance $one $two $rest" =~ ${pb_form_of_record}$ ]] ;;
    failed | undo-failed) [[ "$instance $one $two $rest" =~ ${pb_form_of_record}[0-9]{1,3}$ ]] ;;
    start | undo-start) [[ "$instance $one $two $rest" =~ $pb_form_of_record && $one != 0 ]] ;;
    not-taken) is_number "$step" ;;
    begin | handled | on-failure | undoing | finished | abandoned | taken-back) ;;
    *) return 1 ;;
  esac
}

# Likewise, one that mend_journal ended.
is_cut_off() {
  local line=$word$'\t'$step$'\t'$instance$'\t'$one$'\t'$two$'\t'$rest end=$'\tcut\t*$'
  [[ $line =~ $end ]]
}

# What the journal does not tell would be done again. If lines are damaged, nobody knows what they told. If lines are lost, there are
# logs of programs that it does not know; or these were about to start when the run was killed.
doubt_journal() {
  local index stem path instance
  local -A step_of=()
  [[ -z $pb_damaged_line ]] ||
    die 3 "line $pb_damaged_line of $pb_run_folder/journal is damaged: mend it, or abandon the run"
  for index in ${pb_stems[@]+"${!pb_stems[@]}"}; do step_of[${pb_stems[$index]}]=$index; done
  for stem in ${pb_recorded[@]+"${!pb_recorded[@]}"}; do
    [[ -n ${step_of[$stem]-} ]] || die 3 "$pb_run_folder/journal is damaged, since there is no step $stem: mend it, or abandon the run"
  done
  for path in "$pb_run_folder"/logs/*.log; do
    path=${path##*/} stem=${path%.log} instance=-
    if [[ -z ${step_of[$stem]-} && $stem == *.* ]]; then instance=${stem##*.} stem=${stem%.*}; fi
    if [[ -z ${step_of[$stem]-} || -n ${pb_under_way[$stem $instance]+set} ]]; then continue; fi
    say "${path%.log} left a log and no record: if it was done before, it runs again."
  done
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
  if [[ $3 != - ]]; then [[ $pb_birth == "$3" ]]; else was_born_before "$2"; fi
}

# was_born_before TIME: pb_birth, for journals of older versions. The clock of processes is coarse.
was_born_before() {
  local word number
  while read -r word number _; do
    if [[ $word == btime ]]; then break; fi
  done </proc/stat
  ((number * 1000000 + pb_birth * 10000 <= $1 + 2000000)) # ticks are hundredths of a second
}
