-- The sound log: what went out, one entry after the other. Without a title nobody named what played.
CREATE TABLE plays (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  kind text NOT NULL CHECK (kind IN ('LIVE')),
  title text,
  artist text,
  listeners integer NOT NULL CHECK (listeners >= 0),
  started_at timestamptz NOT NULL CHECK (started_at >= '1969-12-31T00:00Z' AND started_at < '2101-01-02T00:00Z'),
  ended_at timestamptz CHECK (ended_at >= started_at AND ended_at < '2101-01-02T00:00Z'),
  CHECK ((title IS NULL) = (artist IS NULL))
);

-- Of a show one thing sounds at a time.
CREATE UNIQUE INDEX plays_sounding ON plays (broadcast_id) WHERE ended_at IS NULL;
CREATE INDEX plays_by_broadcast ON plays (broadcast_id, id);
CREATE INDEX plays_by_start ON plays (started_at);

-- Shows from before the log: each is one entry that nobody named.
INSERT INTO plays (broadcast_id, kind, listeners, started_at, ended_at)
SELECT id, 'LIVE', 0, actual_start, greatest(actual_end, actual_start)
FROM broadcasts
WHERE actual_start IS NOT NULL AND (status = 'LIVE' OR (status = 'ENDED' AND actual_end IS NOT NULL))
ORDER BY actual_start, id;
