#!/bin/sh
# Puts the passwords of the environment into the configuration, which holds none, and becomes Icecast.
set -eu
umask 077
: "${ICECAST_SOURCE_PASSWORD:?is not set}" "${ICECAST_ADMIN_PASSWORD:?is not set}" "${ICECAST_RELAY_PASSWORD:?is not set}"
here=$(dirname "$0")
made=${ICECAST_CONFIG:-/tmp/icecast.xml}
for password in "$ICECAST_SOURCE_PASSWORD" "$ICECAST_ADMIN_PASSWORD" "$ICECAST_RELAY_PASSWORD"; do
  case $password in *[!A-Za-z0-9_.-]*) echo 'Passwords of Icecast: letters, digits, _ . - alone' >&2 && exit 1 ;; esac
done
sed -e "s|@SOURCE_PASSWORD@|$ICECAST_SOURCE_PASSWORD|" \
  -e "s|@ADMIN_PASSWORD@|$ICECAST_ADMIN_PASSWORD|" \
  -e "s|@RELAY_PASSWORD@|$ICECAST_RELAY_PASSWORD|" \
  -e "s|@HOSTNAME@|${ICECAST_HOSTNAME:-localhost}|" \
  -e "s|@PORT@|${ICECAST_PORT:-8000}|" \
  "$here/icecast.xml" >"$made"
exec icecast2 -c "$made"
