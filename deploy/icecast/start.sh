#!/bin/sh
# Puts the passwords of the environment into the configuration, which holds none, and becomes Icecast.
set -eu
umask 077
: "${ICECAST_SOURCE_PASSWORD:?is not set}" "${ICECAST_ADMIN_PASSWORD:?is not set}" "${ICECAST_RELAY_PASSWORD:?is not set}"
here=$(dirname "$0")
made=${ICECAST_CONFIG:-$(mktemp)}
hostname=${ICECAST_HOSTNAME:-localhost}
port=${ICECAST_PORT:-8000}

refuse() {
  echo "$1" >&2
  exit 1
}
for password in "$ICECAST_SOURCE_PASSWORD" "$ICECAST_ADMIN_PASSWORD" "$ICECAST_RELAY_PASSWORD"; do
  case $password in *[!A-Za-z0-9_.-]*) refuse 'Passwords of Icecast: letters, digits, _ . - alone' ;; esac
done
case $hostname in *[!A-Za-z0-9.-]*) refuse "ICECAST_HOSTNAME is no name of a machine: $hostname" ;; esac
case $port in *[!0-9]*) refuse "ICECAST_PORT is no port: $port" ;; esac

sed -e "s|@SOURCE_PASSWORD@|$ICECAST_SOURCE_PASSWORD|" \
  -e "s|@ADMIN_PASSWORD@|$ICECAST_ADMIN_PASSWORD|" \
  -e "s|@RELAY_PASSWORD@|$ICECAST_RELAY_PASSWORD|" \
  -e "s|@HOSTNAME@|$hostname|" \
  -e "s|@PORT@|$port|" \
  "$here/icecast.xml" >"$made"
exec icecast2 -c "$made"
