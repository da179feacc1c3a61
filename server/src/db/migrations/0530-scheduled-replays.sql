-- A show that is "live only" is never played again by the station.
ALTER TABLE broadcasts ADD COLUMN live_only boolean NOT NULL DEFAULT false;

-- Replays at a time of their own; no two at once, which is seen to under the lock of the settings of the playout.
CREATE TABLE scheduled_replays (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  starts_at timestamptz NOT NULL CHECK (starts_at >= '1969-12-31T00:00Z'),
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at AND ends_at < '2101-01-02T00:00Z'),
  created_by integer NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL CHECK (created_at >= '1969-12-31T00:00Z' AND created_at < '2101-01-02T00:00Z')
);

CREATE INDEX scheduled_replays_by_end ON scheduled_replays (ends_at);
