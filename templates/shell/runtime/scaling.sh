# --- regions that scale: how often they are there, and --by --------------------------------------------------------

pb_by='' # how many instances more or fewer; each is a run of its own
pb_after='' # the run before this one of such a row
pb_again=() # the options that the next one gets
pb_regions=()
declare -A pb_counted=() pb_least=() pb_most=() pb_at_first=()

# scaling REGION NODE LEAST MOST INITIAL: so many instances of the node may be there, and are to be there at first; - is no limit.
scaling() {
  pb_regions+=("$1")
  pb_counted[:$1]=$2
  pb_least[:$1]=$3
  pb_most[:$1]=$4
  pb_at_first[:$1]=$5
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

# The inputs of a run that is not the first of its row are those of the one before.
settle_row() {
  if [[ -z $pb_after ]]; then
    settle_inputs
    return
  fi
  pb_run_folder=$pb_state/runs/$pb_after
  find_vault
  trap leave_vault EXIT
  restore_inputs "$pb_run_folder/inputs"
  leave_vault
  pb_run_folder='' pb_vault=''
}

# How many are to follow, for whoever resumes this run.
save_row() { write_file "$1/row" "$((${pb_by:-1} - 1))"; }

# The run is finished: the next one of its row begins.
go_on_with_row() {
  local descriptor
  read_file "$pb_run_folder/row" && ((pb_content > 0)) || return 0
  release_lock
  for descriptor in "$pb_lock" "$pb_journal" "${pb_events-}" "$pb_json_log"; do
    [[ -z $descriptor ]] || exec {descriptor}>&-
  done
  exec "$BASH" "$pb_script" ${pb_again[@]+"${pb_again[@]}"} --by "$pb_content" --after "$pb_run"
}

# The last run was finished, and the row ended there because somebody killed it between two runs.
is_between_runs() {
  local name
  find_last_run || return 1
  read_run_state
  read -r name <"$pb_run_folder/plan"
  [[ $pb_run_state == finished && $name == "$pb_name" ]] && read_file "$pb_run_folder/row" && ((pb_content > 0))
}

# A plan that builds makes one of each region; more of them are for the plans that scale.
tell_initial_numbers() {
  local region wanted
  [[ $pb_kind == build && -z $pb_partial ]] || return 0
  for region in ${pb_regions[@]+"${pb_regions[@]}"}; do
    wanted=${pb_at_first[:$region]}
    count_region "$region"
    ((pb_count < wanted)) || continue
    say "The region $region is to have $wanted instances and has $pb_count: scale-out-$region with --by $((wanted - pb_count)) adds the others."
  done
}
