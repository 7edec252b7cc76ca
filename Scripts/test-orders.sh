#!/usr/bin/env bash
# Races processes on the orders example, which has a real database, and checks its diagrams.
#
#   test-orders.sh         SQLite, and a PostgreSQL server of its own: short races
#   test-orders.sh long    the same, and then 20,000 events on 200 orders: 4 processes, which are killed
#                          50 times, and the server 5 times
#   test-orders.sh table   no test: how many events 1, 2 and 4 processes handle in a second beside 1,000,
#                          100,000 and 1,000,000 rows, with the plans of the queries
#
# The server listens on loopback, and its data is in a folder for this run. Both are gone afterward.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${1:-short}
case $mode in
short | long | table) ;;
*)
  echo "test-orders: say long or table, or nothing" >&2
  exit 64
  ;;
esac
Scripts/install.sh graphviz
Scripts/install.sh sqlite
Scripts/install.sh postgresql
swift=${SWIFT:-swift}
# The build folder of this package has the libraries already. Its `Diagrams` is the client's afterward: build before
# you run it.
build=$PWD/.build

# Adds the folders to the path in which the system's packages put PostgreSQL's programs.
for bin in $(pg_config --bindir 2>/dev/null) /usr/lib/postgresql/*/bin; do
  if [ -x "$bin/initdb" ]; then PATH=$bin:$PATH; fi
done

# initdb refuses root.
as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

server=$(mktemp -d "${TMPDIR:-/tmp}/orders.XXXXXX")
stop() {
  as_postgres pg_ctl -D "$server/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$server"
}
trap stop EXIT
if [ "$(id -u)" -eq 0 ]; then chown postgres "$server"; fi
chmod 711 "$server"
as_postgres initdb -D "$server/data" -U orders -A trust -E UTF8 --no-sync >"$server/initdb.log" 2>&1 || {
  cat "$server/initdb.log" >&2
  exit 1
}
# The server listens on loopback, at a port that is free now.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >>"$server/data/postgresql.conf" <<EOF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = ''
max_connections = 200
EOF
# Kills the server as a crash does, and starts it again.
cat >"$server/restart" <<EOF
#!/bin/sh
set -eu
cd /
run() { if [ "\$(id -u)" -eq 0 ]; then runuser -u postgres -- "\$@"; else "\$@"; fi; }
PATH='$PATH'
if [ -e '$server/data/postmaster.pid' ]; then run pg_ctl -D '$server/data' -m immediate stop >/dev/null; fi
run pg_ctl -D '$server/data' -l '$server/data/server.log' -t 60 -w start >/dev/null
EOF
chmod 755 "$server/restart"
"$server/restart" || {
  cat "$server/data/server.log" >&2
  exit 1
}
address=postgresql://orders@127.0.0.1:$port/postgres

if [ "$mode" = table ]; then
  $swift build -q -c release --package-path Examples/Orders --scratch-path "$build"
  programs=$($swift build -c release --package-path Examples/Orders --scratch-path "$build" --show-bin-path)
  Scripts/bench-orders.sh "$address" "$programs"
  exit
fi

# Run the tests on SQLite, and on the PostgreSQL server.
orders() { $swift test --quiet --package-path Examples/Orders --scratch-path "$build" "$@"; }
postgres() { ORDERS_DATABASE=$address ORDERS_RESTART=$server/restart orders "$@"; }

if [ "$mode" = long ]; then
  orders
  postgres --skip RaceTests
  # With this isolation, a transaction may fail because of another one, and is tried again.
  PGOPTIONS='-c default_transaction_isolation=serializable' \
    ORDER_EVENTS=1000 ORDER_KILLS=5 ORDER_WORKERS=4 postgres --skip-build
  ORDER_EVENTS=20000 ORDER_ORDERS=200 ORDER_WORKERS=4 ORDER_KILLS=50 ORDER_RESTARTS=5 \
    postgres --skip-build --filter RaceTests
else
  ORDER_EVENTS=1000 ORDER_KILLS=5 orders
  # The race kills the server, so nothing else runs beside it.
  postgres --skip-build --skip RaceTests
  ORDER_EVENTS=1000 ORDER_KILLS=5 ORDER_WORKERS=4 ORDER_RESTARTS=1 \
    postgres --skip-build --filter RaceTests
fi

# As the article about services says, new rules are checked against saved orders. The tests have built the
# programs.
export ORDERS_DATABASE=$address
programs=$($swift build --package-path Examples/Orders --scratch-path "$build" --show-bin-path)
"$programs/OrderWorker" "$address" 0 --create 17
mkdir "$server/shop" "$server/shop/Histories"
(
  cd "$server/shop"
  psql -qAtX "$ORDERS_DATABASE" -c 'SELECT snapshot FROM orders' >Histories/Order.snapshots.jsonl
  psql -qAtX "$ORDERS_DATABASE" -c 'SELECT line FROM log ORDER BY orderID, number' >Histories/log.jsonl
)
cd Examples/Orders
"$programs/Diagrams" check --strict --histories "$server/shop/Histories" | tee "$server/checked"
grep -q '^Order: 2 histories: 2 accepted' "$server/checked"
