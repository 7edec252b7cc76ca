#!/usr/bin/env bash
# Prints how many events of orders 1, 2 and 4 processes handle in a second on a PostgreSQL server, beside
# 1,000, 100,000 and 1,000,000 rows, and the plans of the queries beside the most rows.
#
#   bench-orders.sh ADDRESS FOLDER   a database that may be emptied, and the folder of OrderWorker
#
# `Scripts/test-orders.sh table` calls this script with a server of its own. Figures of a busy computer are
# worth nothing.
set -euo pipefail
address=$1
worker=$2/OrderWorker
events=${ORDER_EVENTS:-5000}
sql() { psql -v ON_ERROR_STOP=1 -qAtX "$address" "$@"; }

# Creates the tables, with a number of open orders, which are copies of one. The inbox and the log get as
# many rows, as if one event of each order were handled already.
fill() {
  sql -c 'DROP SCHEMA public CASCADE' -c 'CREATE SCHEMA public'
  "$worker" "$address" 0 --create 1
  sql <<SQL
INSERT INTO orders (id, version, rules, snapshot, parcels, savedAt, due)
  SELECT number, version, rules, snapshot, parcels, savedAt, savedAt + 1e9
  FROM orders, generate_series(2, $1) AS number WHERE id = 1;
INSERT INTO log (orderID, number, line, rules, process)
  SELECT other.number, log.number, line, rules, process
  FROM log, generate_series(2, $1) AS other (number) WHERE orderID = 1;
INSERT INTO inbox (key, orderID, event, isHandled)
  SELECT 'done ' || number, number, '{"pack":{}}', TRUE FROM generate_series(1, $1) AS number;
INSERT INTO outbox (orderID, effect, isDelivered)
  SELECT number, '{"handOver":{}}', TRUE FROM generate_series(1, $1) AS number;
VACUUM ANALYZE;
SQL
}

# Posts events of orders all over the table: each order is paid, and then packed again and again.
post() {
  sql <<SQL
INSERT INTO inbox (key, orderID, event)
  SELECT 'new ' || lpad(number::TEXT, 9, '0'), 1 + (number * 7919) % $1,
  CASE WHEN number * 7919 < $1 THEN '{"pay":{"cents":100}}' ELSE '{"pack":{}}' END::JSON
  FROM generate_series(1, $events) AS number;
ANALYZE inbox;
SQL
}

# Prints how many events a number of processes handle in a second.
measure() {
  local processes=() begin end
  begin=$(date +%s%N)
  for _ in $(seq "$1"); do
    "$worker" "$address" &
    processes+=($!)
  done
  for process in "${processes[@]}"; do wait "$process"; done
  end=$(date +%s%N)
  [ "$(sql -c 'SELECT count(*) FROM inbox WHERE NOT isHandled')" = 0 ] || {
    echo "bench-orders: events are left" >&2
    exit 1
  }
  echo $((events * 1000000000 / (end - begin)))
}

plan() {
  printf '\n%s\n\n' "$1"
  echo '```'
  sql -c "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) $2"
  echo '```'
}

echo "| rows | 1 process | 2 processes | 4 processes |"
echo "|---|---|---|---|"
for rows in ${ORDER_ROWS:-1000 100000 1000000}; do
  line="| $rows |"
  for count in 1 2 4; do
    fill "$rows"
    post "$rows"
    line="$line $(measure "$count") |"
  done
  echo "$line"
done

# Prints the plans of the queries beside the most rows, while events wait.
post() {
  sql -c "UPDATE inbox SET isHandled = FALSE WHERE key LIKE 'new %'" -c 'ANALYZE'
}
post
plan "An event that waits" "SELECT key, orderID, event FROM inbox WHERE NOT isHandled AND problem IS NULL
  AND orderID NOT IN (SELECT id FROM orders WHERE problem IS NOT NULL)
  ORDER BY key LIMIT 1 FOR UPDATE OF inbox SKIP LOCKED"
plan "A timer that is due" "SELECT id FROM orders WHERE due <= 2e9 AND problem IS NULL AND NOT id = ANY ('{}')
  ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED"
plan "The next timer" "SELECT min(due) FROM orders WHERE due IS NOT NULL AND problem IS NULL"
plan "An effect that waits" "SELECT id, orderID, effect FROM outbox WHERE NOT isDelivered AND problem IS NULL
  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"
