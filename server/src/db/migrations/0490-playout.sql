-- How the station plays between shows; one row.
CREATE TABLE playout_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  is_on boolean NOT NULL DEFAULT false,
  replay_weight integer NOT NULL DEFAULT 1 CHECK (replay_weight BETWEEN 0 AND 10),
  jingle_every integer NOT NULL DEFAULT 4 CHECK (jingle_every BETWEEN 0 AND 100),
  station_id_hourly boolean NOT NULL DEFAULT true,
  artist_gap_minutes integer NOT NULL DEFAULT 60 CHECK (artist_gap_minutes BETWEEN 0 AND 1440),
  track_gap_minutes integer NOT NULL DEFAULT 240 CHECK (track_gap_minutes BETWEEN 0 AND 10080)
);
INSERT INTO playout_settings DEFAULT VALUES;

-- The sound log has what plays between shows as well: replays with their show, the rest with its file, while there is one.
ALTER TABLE plays
  ALTER COLUMN broadcast_id DROP NOT NULL,
  ADD COLUMN item_id integer REFERENCES library_items (id) ON DELETE SET NULL,
  -- Of what plays between shows: the end of its file. An entry that a crash left open has ended by then.
  ADD COLUMN ends_by timestamptz CHECK (ends_by >= started_at AND ends_by < '2101-01-02T00:00Z'),
  DROP CONSTRAINT plays_kind_check,
  ADD CONSTRAINT plays_kind_check CHECK (kind IN ('LIVE', 'REPLAY', 'TRACK', 'JINGLE', 'BED')),
  ADD CONSTRAINT plays_show_check CHECK (kind NOT IN ('LIVE', 'REPLAY') OR broadcast_id IS NOT NULL),
  ADD CONSTRAINT plays_named_check CHECK (kind = 'LIVE' OR title IS NOT NULL);

DROP INDEX plays_sounding;
CREATE UNIQUE INDEX plays_sounding ON plays (broadcast_id) WHERE ended_at IS NULL AND kind = 'LIVE';
-- Between shows one thing sounds at a time.
CREATE UNIQUE INDEX plays_between_shows ON plays ((ended_at IS NULL)) WHERE ended_at IS NULL AND kind <> 'LIVE';
CREATE INDEX plays_of_items ON plays (item_id) WHERE item_id IS NOT NULL;
