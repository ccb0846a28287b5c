# --- steps that someone else must do -----------------------------------------------------------------------------

pb_delegate=${PLANBUILDER_DELEGATE-} # a command line for bash
pb_called_from=''
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
    forget_step
    return
  fi
  [[ -n $pb_delegate ]] || fail "the model does not say how $pb_entity is done: give a command that does, with --delegate COMMAND"
  local file secret
  own_instance
  prepare_environment delegate "$1"
  pb_environment+=("PLANBUILDER_TRANSITION=$1" "PLANBUILDER_TYPE=$2")
  pb_command=(bash -c "$pb_delegate") pb_invoked=1
  run_program "$pb_called_from"
  if ((pb_status != 0)); then retry_program "the delegate" "$pb_called_from"; fi
  if has_outputs; then keep_outputs delegate "$1"; fi
  outputs_of delegate "$1"
  for file in "$pb_own/$pb_prefix."*; do
    secret=''
    if [[ $file == *%secret ]]; then secret=1 file=${file%'%secret'}; fi
    recall "$file" || continue
    unescape_name "${file#"$pb_own/$pb_prefix."}"
    value_file attribute "$pb_unescaped"
    store "$pb_own/$pb_file" "$pb_content" "$secret"
    note_reach "$pb_own" "$pb_unescaped"
  done
  if [[ -n $pb_as_json ]]; then note_call delegate "$1"; fi
  forget_step
}
