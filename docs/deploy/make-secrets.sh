#!/bin/sh
# Makes the secrets of compose.cluster.yaml: one file each, in ./secrets. What is there already stays as it is.
# Containers read the files as another account: the folder is closed to others, the files in it are not.
set -eu
mkdir -p secrets
chmod 700 secrets

random() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n'; }
keep() {
  if [ ! -s "secrets/$1" ]; then printf '%s\n' "$2" >"secrets/$1"; fi
  chmod 644 "secrets/$1"
}

for name in postgres-password s3-secret-key api-key session-secret encryption-key set-up-token; do
  keep "$name" "$(random)"
done
keep s3-access-key "countersign"
keep database-url "postgres://countersign:$(cat secrets/postgres-password)@postgres:5432/countersign"
echo "The link for the first account ends with /set-up#token=$(cat secrets/set-up-token)"
