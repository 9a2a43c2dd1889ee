# Functions of bash for MongoDB's tools, which run in a pod beside the database. Source this file in the repository's folder:
# docs/deploy.md says when. Each function fails if a part of it has failed.
mongodb_hosts=db-0.db-svc.mongodb.svc.cluster.local,db-1.db-svc.mongodb.svc.cluster.local,db-2.db-svc.mongodb.svc.cluster.local

# Starts the pod and waits until it can be used.
open_tools() {
  kubectl apply -f examples/kubernetes/mongodb-tools.yaml &&
    kubectl -n mongodb wait --for=condition=Ready pod/tools --timeout=2m
}

close_tools() { kubectl -n mongodb delete pod tools; }

# Runs a command in the pod, with the input of this shell.
tools() { kubectl -n mongodb exec -i tools -- "$@"; }

# uri_of USER: the URI of one of the users that mongodb.yaml makes: users, backup or restore.
uri_of() {
  local password
  password=$(kubectl -n mongodb get secret "$1-password" -o jsonpath='{.data.password}' | base64 -d)
  [ -n "$password" ] || { echo "The secret $1-password has no password." >&2 && return 1; }
  echo "mongodb://$1:$password@$mongodb_hosts/?replicaSet=db&authSource=admin&tls=true&tlsCAFile=/ca/ca.crt"
}

# run_script USER FILE: runs a script by mongosh. As its input, mongosh would go on after a refused command.
run_script() {
  local uri
  uri=$(uri_of "$1") && tools sh -c 'cat > /tmp/script.js' < "$2" && tools mongosh "$uri" --quiet --file /tmp/script.js
}

# back_up FILE: all databases at one instant. A backup that has failed leaves no file.
back_up() {
  local uri
  if uri=$(uri_of backup) &&
    tools mongodump --uri "$uri&readPreference=secondary" --oplog --gzip --archive > "$1.partial" &&
    npm run -s slipway -- backup verify --file "$1.partial"; then
    mv "$1.partial" "$1"
  else
    rm -f "$1.partial"
    echo "There is no backup $1." >&2
    return 1
  fi
}

# put_back FILE: replaces all databases by those of a backup that is whole.
put_back() {
  local uri
  npm run -s slipway -- backup verify --file "$1" &&
    uri=$(uri_of restore) && tools mongorestore --uri "$uri" --oplogReplay --drop --gzip --archive < "$1"
}
