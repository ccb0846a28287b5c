# --- where an operation runs ---------------------------------------------------------------------------------------

# What is known of the machine's instance decides; attributes go before properties:
#   container_id, ContainerID              it is a container: `docker exec`
#   public_address, private_address, ...   else it is reached there by SSH, unless that is this machine itself
#   connection                             local or ssh, where the address would mislead
#   ssh_user, ssh_port, ssh_key (a text), ssh_key_file, ssh_known_hosts (lines), ssh_known_hosts_file
# A machine of which no address is known is this one. What is not said is left to the user's configuration of ssh.
# Most instances have none of these; one that does has a file `reach`, so that one look is enough for the others.
pb_place=here pb_address=''
pb_place_variables=() # for Ansible
pb_there=()           # the command that runs a line of shell there
declare -A pb_places=() # folder of an instance -> `here`, when that was found out before

# note_reach FOLDER NAME: of a property or attribute that is written there.
note_reach() {
  case $2 in
    public_address | private_address | address | ip_address | VMIP | ServerIP | IP | container_id | ContainerID) empty_file "$1/reach" ;;
  esac
}

# Sets pb_place, which is `here` before.
find_place() {
  if [[ $pb_machine == "$pb_entity" && $pb_entity_kind == node ]]; then
    if [[ -e $pb_own/reach ]]; then look_for_place "$pb_own"; fi
    return
  fi
  find_instance node "$pb_machine" || return 0
  instance_folder node "$pb_machine" "$pb_found"
  if [[ -e $pb_folder/reach ]]; then look_for_place "$pb_folder"; fi
  own_instance # again: others have been looked at
}

look_for_place() {
  local folder=$1
  [[ -z ${pb_places[$folder]-} ]] || return 0
  if known_of "$folder" container_id ContainerID; then
    reach_container
  elif is_elsewhere "$folder"; then
    reach_machine "$folder"
  elif [[ -n $pb_address ]]; then
    pb_places[$folder]=here
  fi
}

# known_of FOLDER NAME...: sets pb_content to the first that has a value.
known_of() {
  local folder=$1 name
  shift
  for name in "$@"; do
    recall "$folder/attribute.$name" || recall "$folder/property.$name" || continue
    if [[ -n $pb_content ]]; then return 0; fi
  done
  return 1
}

# is_elsewhere FOLDER: sets pb_address.
is_elsewhere() {
  known_of "$1" public_address private_address address ip_address VMIP ServerIP IP || return 1
  pb_address=$pb_content pb_content=''
  known_of "$1" connection || pb_content=''
  leads_elsewhere "$pb_address" "$pb_content"
}

# leads_elsewhere ADDRESS CONNECTION: the latter may be empty.
leads_elsewhere() {
  if [[ -n $2 ]]; then
    [[ $2 == ssh ]]
    return
  fi
  case $1 in
    localhost | 127.* | ::1 | "${HOSTNAME-}") return 1 ;;
  esac
}

reach_container() {
  pb_place=container
  pb_place_variables=("ansible_connection=docker")
  pb_address=$pb_content
  [[ $pb_content != -* ]] || fail "'$pb_content' is no name of a container"
  pb_there=(docker exec -i "$pb_content" sh -c)
}

# reach_machine FOLDER
reach_machine() {
  local key
  pb_place=ssh
  pb_place_variables=()
  [[ $pb_address =~ ^[A-Za-z0-9][A-Za-z0-9._:%-]*$ ]] || fail "'$pb_address' is no address"
  if [[ -z $pb_connections ]]; then pb_connections=$(mktemp -d "${TMPDIR:-/tmp}/pb.XXXXXX") || fail "cannot make a folder for connections"; fi
  pb_there=(ssh -T -o BatchMode=yes -o StrictHostKeyChecking=yes -o ConnectTimeout=20 -o ControlMaster=auto
    -o "ControlPath=$pb_connections/%C" -o ControlPersist=20)
  if known_of "$1" ssh_user VMUserName; then
    [[ $pb_content =~ ^[A-Za-z0-9_][A-Za-z0-9_.@-]*$ ]] || fail "'$pb_content' is no name of a user"
    pb_there+=(-l "$pb_content")
    pb_place_variables+=("ansible_user=$pb_content")
  fi
  if known_of "$1" ssh_port; then
    [[ $pb_content =~ ^[0-9]+$ ]] || fail "'$pb_content' is no port"
    pb_there+=(-p "$pb_content")
    pb_place_variables+=("ansible_port=$pb_content")
  fi
  if known_of "$1" ssh_key_file; then
    use_key "$pb_content"
  elif known_of "$1" ssh_key VMPrivateKey; then
    key=$pb_connections/key
    write_file "$key" "${pb_content%$'\n'}"$'\n'
    use_key "$key"
  fi
  if known_of "$1" ssh_known_hosts_file; then
    use_known_hosts "$pb_content"
  elif known_of "$1" ssh_known_hosts; then
    write_file "$pb_connections/known_hosts" "${pb_content%$'\n'}"$'\n'
    use_known_hosts "$pb_connections/known_hosts"
  fi
  pb_there+=("$pb_address")
}

use_key() {
  pb_there+=(-i "$1" -o IdentitiesOnly=yes)
  pb_place_variables+=("ansible_ssh_private_key_file=$1")
}

use_known_hosts() {
  pb_there+=(-o "UserKnownHostsFile=\"$1\"")
  pb_place_variables+=("ansible_ssh_common_args=-o 'UserKnownHostsFile=\"$1\"'")
}
