# --- whether a reaction acts ------------------------------------------------------------------------------------------------

pr_name='' pr_plan='' pr_plan_name='' pr_evaluations=1 pr_period='' pr_method='' pr_from='' pr_until='' pr_by_clock=''
pr_subjects=()
pr_verdict='' # yes, or why not

# enter_subject KIND ENTITY INSTANCE: conditions and outputs are about this instance, and what surrounded it when it was made.
enter_subject() {
  pb_entity_kind=$1 pb_entity=$2 pb_index='' pb_own='' pb_own_number='' pb_loop_instance='' pb_loop_run=''
  [[ $1 != service ]] || return 0
  instance_folder "$1" "$2" "$3"
  [[ -s $pb_folder/run ]] || return 1
  pb_own=$pb_folder pb_own_number=$3 pb_loop_instance=$3
  if read_file "$pb_own/index"; then pb_index=$pb_content; fi
  read_file "$pb_own/run"
  pb_loop_run=$pb_content
}

# What runs of the service were given, conditions may read too.
recall_inputs() {
  local path
  default_inputs
  for path in "$pb_state"/inputs/*; do
    if [[ $path != *%secret ]] && read_file "$path"; then
      unescape_name "${path##*/}"
      pb_input_value[:$pb_unescaped]=$pb_content
    fi
  done
}

default_input() { pb_input_value[:$1]=$2; }

# judge REACTION: sets pr_verdict. The time is that of the entry, so that it is the same whenever it is judged.
judge() {
  local time=$((10#${pr_entry%%.*} / 1000000))
  pr_verdict=yes
  if [[ -n $pr_from ]] && ((time < pr_from)); then
    pr_verdict='it is not valid yet'
  elif [[ -n $pr_until ]] && ((time > pr_until)); then
    pr_verdict='it is not valid any more'
  elif ((pr_evaluations > 1)) || [[ -n $pr_method ]]; then
    observe "$1"
  else
    ask_condition "$1"
  fi
  if [[ $pr_verdict == yes ]] && is_under_way; then pr_verdict="$pr_plan_name was under way already"; fi
}

subject_key() { pb_key="$pb_entity_kind${pb_entity:+ $pb_entity}"; }

# ask_condition REACTION: sets pr_verdict. What cannot be read does not hold.
ask_condition() {
  pb_broken='' pb_value='' pb_outer=() pr_verdict='its condition does not hold'
  subject_key
  if "condition_$1" "$pb_key"; then pr_verdict=yes; fi
  if [[ -n $pb_broken ]]; then pr_verdict="its condition cannot be judged: $pb_broken"; fi
}

# reaction_folder: sets pb_folder, of the reaction in pr_name.
reaction_folder() {
  escape_name "$pr_name"
  pb_folder=$pr_folder/reactions/$pb_escaped
  [[ -d $pb_folder ]] || mkdir -p -- "$pb_folder" || cannot_write "$pb_folder"
}

# findings_file: sets pb_file, with a line `ENTRY VALUE` for each time that the condition was looked at.
findings_file() {
  reaction_folder
  escape_name "$pb_entity_kind.$pb_entity.$pb_own_number"
  pb_file=$pb_folder/found.$pb_escaped
}

# observe REACTION: sets pr_verdict. The last ones count: so many as are wanted, and no older than the period.
observe() {
  local finding entry value lines='' kept=() oldest=0
  find_finding "$1" || return 0
  finding=$pr_finding
  if [[ -n $pr_period ]]; then oldest=$((10#${pr_entry%%.*} - pr_period)); fi
  findings_file
  if read_file "$pb_file"; then
    while read -r entry value; do
      if [[ -n $entry && $entry != "$pr_entry" ]] && ((10#${entry%%.*} >= oldest)); then kept+=("$entry $value"); fi
    done <<<"$pb_content"
  fi
  kept+=("$pr_entry $finding")
  if [[ -z $pr_method || -z $pr_period ]] && ((${#kept[@]} > pr_evaluations)); then kept=("${kept[@]: -pr_evaluations}"); fi
  printf -v lines '%s\n' "${kept[@]}"
  write_file "$pb_file" "$lines"
  weigh "$1" "${kept[@]#* }"
}

# find_finding REACTION: sets pr_finding, what is collected; false when there is nothing to collect.
find_finding() {
  if [[ -z $pr_method ]]; then
    ask_condition "$1"
    pr_finding=$pr_verdict
    [[ $pr_finding == yes ]] || pr_finding=no
    return 0
  fi
  pb_broken='' pb_value='' pb_outer=()
  subject_key
  "sample_$1" "$pb_key"
  take_value
  pr_finding=$pb_taken
  if [[ -n $pb_broken ]]; then
    pr_verdict="there is nothing to look at: $pb_broken"
    return 1
  fi
  [[ $pr_finding =~ ^-?[0-9]+(\.[0-9]+)?$ ]] || pr_verdict="what is looked at is no number"
  [[ $pr_verdict == yes ]]
}

# weigh REACTION VALUE...: sets pr_verdict.
weigh() {
  local index=$1 value
  shift
  if (($# < pr_evaluations)); then
    pr_verdict="$# of $pr_evaluations evaluations"
    return
  fi
  if [[ -n $pr_method ]]; then
    pb_input_value[:$pr_method]=$(printf '%s\n' "$@" | statistic "$pr_method")
    ask_condition "$index"
    return
  fi
  pr_verdict=yes
  for value; do if [[ $value != yes ]]; then pr_verdict='its condition did not hold every time'; fi; done
}

# statistic METHOD: of the numbers that are read, one in a line.
statistic() {
  awk -v method="$1" '
    { sum += $1; if (NR == 1 || $1 < least) least = $1; if (NR == 1 || $1 > most) most = $1 }
    END {
      value = method == "average" ? sum / NR : method == "sum" ? sum : method == "minimum" ? least : most
      text = sprintf("%.6f", value); sub(/\.?0+$/, "", text); print text
    }'
}

# What was found made it act: the next time it needs findings of its own.
forget_findings() {
  findings_file
  if [[ -s $pb_file ]]; then empty_file "$pb_file"; fi
}

# is_under_way: its last run, for the same instance, was there when the entry came.
is_under_way() {
  local of begun ended
  reaction_folder
  read_file "$pb_folder/way" || return 1
  IFS=$'\t' read -r begun ended of <<<"$pb_content"
  [[ $of == "$pb_entity_kind $pb_entity $pb_own_number" ]] || return 1
  ((10#${pr_entry%%.*} >= begun)) && { [[ $ended == - ]] || ((10#${pr_entry%%.*} <= ended)); }
}

# note_way BEGUN ENDED
note_way() {
  reaction_folder
  write_file "$pb_folder/way" "$1"$'\t'"$2"$'\t'"$pb_entity_kind $pb_entity $pb_own_number"
}
