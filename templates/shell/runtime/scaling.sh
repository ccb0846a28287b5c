# --- regions that scale: how often they are there, and rows of runs ---------------------------------------------------
#
# Each instance of a region comes from a run of its own. Runs that follow one another are a row: `--by N` asks for one, and a plan
# that builds goes on with the plans that scale, until each region has the number that it is to have at first. The file `row` of a
# run says what is to follow it, a line `TIMES FOLDER` per plan; `leader` says who began the row, and the folder of the run's own plan.

pb_by='' # how many instances more or fewer
pb_after='' # the run before this one of its row
pb_again=() # the options that the next one gets
pb_regions=()
declare -A pb_counted=() pb_least=() pb_most=() pb_at_first=() pb_grows_by=()

# scaling REGION NODE LEAST MOST INITIAL FOLDER: so many instances of the node may be there, and are to be there at first; - is no
# limit. The plan that adds one lies beside this one, in that folder.
scaling() {
  pb_regions+=("$1")
  pb_counted[:$1]=$2
  pb_least[:$1]=$3
  pb_most[:$1]=$4
  pb_at_first[:$1]=$5
  pb_grows_by[:$1]=$6
}

# again_with WORD...: an option and its value. The next run of a row gets its inputs from the one before.
again_with() {
  case $1 in
    --by | --after | --inputs | --input) ;;
    -*) pb_again+=("$@") ;;
  esac
}

# What is asked for with --by makes sense.
check_row() {
  [[ -n $pb_by ]] || return 0
  [[ $pb_kind == scale-out || $pb_kind == scale-in ]] || die 2 "--by goes with plans that scale a region"
  [[ $pb_command_name == run && -z $pb_partial ]] || die 2 "--by goes with a run of the whole plan"
  ((${#pb_instance_options[@]} == 0)) || die 2 "--by does not go with --instance: that chooses for one run, and these are several"
}

# count_region REGION: sets pb_count.
count_region() {
  list_instances node "${pb_counted[:$1]}"
  pb_count=${#pb_numbers[@]}
}

# Before anything runs, also of a row.
refuse_beyond_limits() {
  local region by=${pb_by:-1} least most there
  for region in ${pb_regions[@]+"${pb_regions[@]}"}; do
    least=${pb_least[:$region]} most=${pb_most[:$region]}
    count_region "$region"
    there="the region $region has $(count_of "$pb_count" instance instances)"
    case $pb_kind in
      scale-out)
        [[ $most == - ]] || ((pb_count + by <= most)) || die 3 "$there and may have $most at most: $by more is too many" ;;
      scale-in)
        ((pb_count - by >= least)) || die 3 "$there and must have $least at least: $by fewer is too many" ;;
    esac
  done
}

# A row goes on behind its last run only: of two that resumed it, the other was quicker.
refuse_passed_row() {
  [[ -n $pb_after ]] && find_last_run || return 0
  ((pb_run == pb_after)) || die 3 "run $((pb_after + 1)) was begun already; there is nothing to resume"
}

# The inputs of a run that is not the first of its row are those of the one before, as far as that plan has them.
settle_row() {
  local key
  if [[ -n $pb_after ]]; then
    pb_run_folder=$pb_state/runs/$pb_after
    find_vault
    trap leave_vault EXIT
    restore_inputs "$pb_run_folder/inputs"
    leave_vault
    pb_run_folder='' pb_vault=''
    for key in ${pb_input_value[@]+"${!pb_input_value[@]}"}; do pb_given[$key]=${pb_input_value[$key]}; done
  fi
  settle_inputs
}

# For whoever resumes this run. The first line of the run before is what this one is about.
save_row() {
  local leader=$pb_name own=${pb_script%/*/*} before=$pb_state/runs/$pb_after lines
  own=${own##*/}
  lines=$(
    ((${pb_by:-1} == 1)) || printf '%s %s\n' "$((pb_by - 1))" "$own"
    if [[ -n $pb_after ]]; then tail -n +2 -- "$before/row"; else list_growth; fi
  )
  write_file "$1/row" "${lines:+$lines$'\n'}"
  if [[ -f $before/leader ]]; then read -r leader <"$before/leader"; fi
  write_file "$1/leader" "$leader"$'\n'"$own"$'\n'
}

# What must follow a plan that builds, as lines of a row. Engines follow by themselves.
list_growth() {
  local region index made wanted
  [[ $pb_kind == build && $pb_command_name == run && -z $pb_partial$pb_healed ]] || return 0
  for region in ${pb_regions[@]+"${pb_regions[@]}"}; do
    made=0 wanted=${pb_at_first[:$region]}
    for index in ${pb_makes[@]+"${!pb_makes[@]}"}; do
      if [[ ${pb_kinds[$index]}/${pb_entities[$index]} == "node/${pb_counted[:$region]}" ]]; then made=$((made + 1)); fi
    done
    if ((made > 0 && made < wanted)) && find_beside "${pb_grows_by[:$region]}"; then
      printf '%s %s\n' "$((wanted - made))" "${pb_grows_by[:$region]}"
    fi
  done
}

# find_beside FOLDER: sets pb_beside, the script of the plan in that folder beside the one of this plan.
find_beside() {
  local part=${pb_script%/*}
  pb_beside=${pb_script%/*/*/*}/$1/${part##*/}/${pb_script##*/}
  if [[ -z $1 ]]; then pb_beside=$pb_script; fi
  [[ -f $pb_beside ]]
}

# Sets pb_times and pb_beside to what comes after the run; false when nothing does.
find_next_of_row() {
  local folder
  pb_times=''
  [[ -f $pb_run_folder/row ]] || return 1
  read -r pb_times folder <"$pb_run_folder/row"
  is_number "${pb_times:-0}" || damaged "$pb_run_folder/row"
  ((${pb_times:-0} > 0)) && find_beside "$folder"
}

# become WORD...: another plan, or this one anew, takes the place of this process.
become() {
  local descriptor
  release_lock
  for descriptor in "$pb_lock" "$pb_journal" "${pb_events-}" "$pb_json_log"; do
    [[ -z $descriptor ]] || exec {descriptor}>&-
  done
  exec "$BASH" "$pb_beside" "$@"
}

# The run is finished: the next one of its row begins.
go_on_with_row() {
  find_next_of_row || return 0
  become ${pb_again[@]+"${pb_again[@]}"} --by "$pb_times" --after "$pb_run"
}

# The last run belongs to a row that this plan began, or to this plan. If somebody killed the row between two runs, it goes on; if
# the run is one of another plan, that plan goes on with it.
resume_row() {
  local name leader='' own=''
  find_last_run || return 0
  read_run_state
  read -r name <"$pb_run_folder/plan"
  if [[ -f $pb_run_folder/leader ]]; then { read -r leader && read -r own; } <"$pb_run_folder/leader"; fi
  [[ $pb_name == "$name" || $pb_name == "$leader" ]] || return 0
  if [[ $pb_run_state == finished ]]; then go_on_with_row; fi
  if [[ $pb_name != "$name" ]] && is_unfinished && find_beside "$own"; then become resume ${pb_again[@]+"${pb_again[@]}"}; fi
}

# What follows a run of this plan, for a dry run.
show_row() {
  local times folder
  while read -r times folder; do printf 'Then %s follows, %s.\n' "$folder" "$(count_of "$times" time times)"; done < <(list_growth)
}

# Where nothing follows by itself: more of a region are for the plans that scale.
tell_initial_numbers() {
  local region wanted
  if [[ $pb_kind != build || -n $pb_partial ]] || find_next_of_row; then return; fi
  for region in ${pb_regions[@]+"${pb_regions[@]}"}; do
    wanted=${pb_at_first[:$region]}
    count_region "$region"
    ((pb_count < wanted)) || continue
    say "The region $region is to have $wanted instances and has $pb_count: scale-out-$region with --by $((wanted - pb_count)) adds the others."
  done
}
