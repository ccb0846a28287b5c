# --- progress: plain lines, or on a terminal also what is running, and a bar ----------------------------------------

pb_terminal='' pb_drawn=0 pb_drawn_at=0 pb_started=0
pb_json_log='' pb_json_log_path=''
readonly pb_slow=1000000 # steps that take as long, in microseconds, are worth a word
pb_slowest=() # MICROSECONDS STEP INSTANCE, the slowest first, five at most
declare -A pb_running=() # STEP INSTANCE -> when it began
declare -A pb_waits=()   # STEP INSTANCE -> what it waits for, and why the last try failed
pb_looked=0              # when that was looked at

start_progress() {
  read_clock
  pb_started=$pb_now
}

# Before workers start: they tell what they begin only if somebody wants to know.
choose_progress() {
  if [[ -t 2 && ${TERM-dumb} != dumb ]]; then pb_terminal=1 pb_telling=1; fi
  [[ -n $pb_json_log_path ]] || return 0
  pb_telling=1
  exec {pb_json_log}>>"$pb_json_log_path" || die 2 "cannot write to $pb_json_log_path"
}

# step_title STEP INSTANCE: sets pb_title, in one line whatever the names are.
step_title() {
  escape_line "${pb_step_ids[$1]}"
  pb_title=$pb_escaped
  [[ $2 == - ]] || pb_title+=" of instance $2"
}

# log_json EVENT STEP INSTANCE TIME [STATUS [MEMBERS]]: one object per line.
log_json() {
  [[ -n $pb_json_log ]] || return 0
  local instance=null plan
  [[ $3 == - ]] || instance=$3
  quote_json "$pb_name"
  plan=$pb_quoted
  quote_json "${pb_step_ids[$2]}"
  printf '{"event":"%s","plan":%s,"run":%s,"step":%s,"instance":%s,"time":%s%s%s}\n' \
    "$1" "$plan" "$pb_run" "$pb_quoted" "$instance" "$4" "${5:+,\"status\":$5}" "${6-}" >&"$pb_json_log" && return
  exec {pb_json_log}>&-
  pb_json_log=''
  say "planbuilder: warning: $pb_json_log_path cannot be written any more"
}

# look_at_waits: what steps that wait wrote (see wait.sh). Asked once a second at most.
look_at_waits() {
  local file key what why end
  pb_looked=$SECONDS
  for file in "$pb_run_folder"/scratch/*.waiting; do
    [[ -s $file ]] || continue
    # One that is just being written is read the next time.
    { IFS= read -r key && IFS= read -r what && IFS= read -r why && read -r end; } <"$file" || continue
    [[ $end == end ]] || continue
    hide_secrets "$why"
    note_wait "$key" "$what" "$pb_hidden"
  done
}

# note_wait STEP-AND-INSTANCE WHAT WHY: said at once; later on with what is still running.
note_wait() {
  local known=${pb_waits[$1]-}
  escape_line "waits $2; the last try: $3"
  [[ $known != "$pb_escaped" ]] || return 0
  pb_waits[$1]=$pb_escaped
  # shellcheck disable=SC2086 # two words
  log_wait $1 "$2" "$3"
  if [[ -z $known && -z $pb_terminal ]]; then show_wait "$1"; fi
}

# show_wait STEP-AND-INSTANCE
show_wait() {
  # shellcheck disable=SC2086 # two words
  step_title $1
  printf '         %s %s\n' "$pb_title" "${pb_waits[$1]}" >&2
}

# log_wait STEP INSTANCE WHAT WHY
log_wait() {
  local more
  [[ -n $pb_json_log ]] || return 0
  quote_json "$3"
  more=",\"for\":$pb_quoted"
  quote_json "$4"
  read_clock
  log_json waiting "$1" "$2" "$pb_now" '' "$more,\"because\":$pb_quoted"
}

# note_start STEP INSTANCE TIME
note_start() {
  log_json start "$@"
  [[ -n $pb_terminal ]] || return 0
  pb_running["$1 $2"]=$3
  draw
}

# note_done STEP INSTANCE BEGAN ENDED: called so often that it does no more than it must.
note_done() {
  local took=$(($4 - $3)) title=${pb_step_ids[$1]}
  if ((took >= pb_slow)); then note_slow "$took" "$1 $2"; fi
  if [[ -n $pb_telling ]]; then
    log_json 'done' "$1" "$2" "$4"
    pb_running["$1 $2"]='' pb_waits["$1 $2"]=''
    clear_progress
  fi
  if [[ $2 != - || $title == *\\* ]] || has_controls "$title"; then
    step_title "$1" "$2"
    title=$pb_title
  fi
  printf '[%*d/%d] %s (%d.%d s)\n' "${#pb_total}" "$pb_done" "$pb_total" "$title" $((took / 1000000)) $((took / 100000 % 10)) >&2
  if [[ -n $pb_terminal ]]; then draw; fi
}

# note_failure STEP INSTANCE BEGAN ENDED STATUS
note_failure() {
  log_json failed "$1" "$2" "$4" "$5"
  pb_running["$1 $2"]='' pb_waits["$1 $2"]=''
  step_title "$1" "$2"
  clear_progress
  say "failed: $pb_title (exit code $5)"
  draw
}

# note_slow MICROSECONDS STEP-AND-INSTANCE
note_slow() {
  local place=${#pb_slowest[@]}
  if ((place == 5)); then
    (($1 > ${pb_slowest[4]%% *})) || return 0
    place=4
  fi
  while ((place > 0)) && (($1 > ${pb_slowest[place - 1]%% *})); do
    pb_slowest[place]=${pb_slowest[place - 1]}
    place=$((place - 1))
  done
  pb_slowest[place]="$1 $2"
}

show_slowest() {
  local entry took step instance
  for entry in ${pb_slowest[@]+"${pb_slowest[@]}"}; do
    read -r took step instance <<<"$entry"
    step_title "$step" "$instance"
    seconds "$took"
    printf '  %6s s  %s\n' "$pb_seconds" "$pb_title" >&2
  done
}

# --- the lines at the bottom of a terminal -----------------------------------------------------------------------------

clear_progress() {
  ((pb_drawn > 0)) || return 0
  printf '\e[%dA\e[J' "$pb_drawn" >&2
  pb_drawn=0
}

# One line per running step, then the bar. Ten times a second is enough.
draw() {
  [[ -n $pb_terminal ]] || return 0
  read_clock
  ((pb_now - pb_drawn_at >= 100000 || pb_drawn == 0)) || return 0
  local key width bar columns=${COLUMNS:-80}
  pb_drawn_at=$pb_now
  clear_progress
  for key in ${pb_running[@]+"${!pb_running[@]}"}; do
    [[ -n ${pb_running[$key]} ]] || { unset 'pb_running[$key]'; continue; }
    # shellcheck disable=SC2086 # two words
    step_title $key
    seconds $((pb_now - pb_running[$key]))
    pb_title="  $pb_title"
    printf '%s  %s s\n' "${pb_title:0:columns - 14}" "$pb_seconds" >&2
    pb_drawn=$((pb_drawn + 1))
    [[ -n ${pb_waits[$key]-} ]] || continue
    pb_title="    ${pb_waits[$key]}"
    printf '%s\n' "${pb_title:0:columns - 1}" >&2
    pb_drawn=$((pb_drawn + 1))
  done
  width=$((pb_total > 0 ? 30 * pb_done / pb_total : 30))
  printf -v bar '%*s' "$width" ''
  printf -v bar '%-30s' "${bar// /#}"
  seconds $((pb_now - pb_started))
  printf '[%s] %d/%d  %s s\n' "$bar" "$pb_done" "$pb_total" "$pb_seconds" >&2
  pb_drawn=$((pb_drawn + 1))
}

# Nothing happened for a second. Without a terminal, say every ten seconds what is still running.
show_waiting() {
  local worker key names=''
  if [[ -n $pb_terminal ]]; then
    draw
    return
  fi
  read_clock
  ((pb_now - pb_drawn_at >= 10000000)) || return 0
  if ((pb_drawn_at > 0)); then
    for worker in "${!pb_work[@]}"; do
      if [[ -n ${pb_work[$worker]} ]]; then names+=" ${pb_activities[${pb_work[$worker]}]}"; fi
    done
    say "         still running:$names"
    for key in ${pb_waits[@]+"${!pb_waits[@]}"}; do
      if [[ -n ${pb_waits[$key]} ]]; then show_wait "$key"; fi
    done
  fi
  pb_drawn_at=$pb_now
}
