# --- steps that someone else must do -----------------------------------------------------------------------------

pb_delegate=${PLANBUILDER_DELEGATE-} # a command line for bash
pb_delegated=()                      # ids of the steps that need it

need_delegate() {
  ((${#pb_delegated[@]} > 0)) && [[ -z $pb_delegate ]] || return 0
  die 2 "the model does not say how these are done: ${pb_delegated[*]} (give a command that does, with --delegate COMMAND)"
}

# delegate TRANSITION TYPE: the command gets what operations get (see invoke), and PLANBUILDER_TRANSITION and
# PLANBUILDER_TYPE; the arguments are the properties. What it writes to the file $PLANBUILDER_OUTPUTS becomes attributes.
delegate() {
  if [[ -n $pb_shown ]]; then
    show_delegate "$@"
    return
  fi
  [[ -n $pb_delegate ]] || fail "the model does not say how $pb_entity is done: give a command that does, with --delegate COMMAND"
  local instance file
  own_instance
  instance=$pb_folder
  prepare_environment delegate "$1"
  pb_environment+=("PLANBUILDER_TRANSITION=$1" "PLANBUILDER_TYPE=$2")
  pb_command=(bash -c "$pb_delegate")
  run_program "$pb_called_from" || fail "the delegate: exit code $?"
  keep_outputs delegate "$1"
  outputs_folder delegate "$1"
  for file in "$instance/$pb_folder"/*; do
    if [[ -f $file ]]; then cp -- "$file" "$instance/attributes/" || fail "cannot write to $instance"; fi
  done
}
