# Functions of bash in the place of what this machine cannot have: a registry, and the operators and charts of others.
# Whatever else docs/deploy.md runs is run. The variables that begin with SLIPWAY_CLUSTER name folders of the rehearsal.

# The image is put together and imported before the node starts.
docker() { echo "stand-in: docker $1"; }
cosign() { echo "stand-in: cosign $1"; }

kubectl() {
  case "$*" in
    # Cert-manager's certificates, by openssl, with the names of that file.
    "apply -f examples/kubernetes/certificates.yaml")
      secret_of_certificate mongodb db-tls && secret_of_certificate nats nats-tls ;;
    *"certificate/"*) command kubectl -n "$2" get secret "${5#certificate/}" ;;
    # The operator's database, by the embedded engine: it reads its first users from files.
    "apply -f examples/kubernetes/mongodb.yaml")
      for user in users backup restore; do
        command kubectl -n mongodb get secret "$user-password" -o jsonpath='{.data.password}' |
          base64 -d > "$SLIPWAY_CLUSTER_PASSWORDS/$user" || return 1
      done
      command kubectl apply -f load-tests/cluster/database.yaml ;;
    *"mongodbcommunity/db "*) echo "stand-in: the database runs" ;;
    *) command kubectl "$@" ;;
  esac
}

helm() {
  case "$1 $2" in
    "repo add" | "install mongodb-operator") echo "stand-in: helm $1 $2" ;;
    # The official chart of NATS, by its servers with the users of `connections create`.
    "install nats" | "upgrade nats")
      command kubectl -n nats create secret generic nats-users --from-file=connections/nats-users.conf \
        --dry-run=client -o yaml | command kubectl apply -f - &&
        command kubectl apply -f load-tests/cluster/nats.yaml &&
        command kubectl -n nats rollout restart statefulset/nats &&
        command kubectl -n nats rollout status statefulset/nats --timeout=10m ;;
    *) command helm "$@" ;;
  esac
}

secret_of_certificate() {
  command kubectl -n "$1" create secret generic "$2" --from-file=tls.crt="$SLIPWAY_CLUSTER_KEYS/$2.crt" \
    --from-file=tls.key="$SLIPWAY_CLUSTER_KEYS/$2.key" --from-file=ca.crt="$SLIPWAY_CLUSTER_KEYS/inside-ca.crt"
}
