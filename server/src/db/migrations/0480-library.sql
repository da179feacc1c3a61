-- The library: what plays between shows. The files are DATA_DIR/library/<file_name>; `digest` names their packets.
CREATE TABLE library_items (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('TRACK', 'JINGLE', 'STATION_ID', 'BED')),
  state text NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'RESTING')),
  title text NOT NULL,
  artist text,
  album text,
  year integer CHECK (year BETWEEN 1000 AND 2100),
  is_requestable boolean NOT NULL DEFAULT false,
  rights_note text,
  file_name text NOT NULL UNIQUE,
  digest text NOT NULL UNIQUE,
  bytes integer NOT NULL CHECK (bytes > 0),
  duration_ms integer NOT NULL CHECK (duration_ms > 0),
  -- LUFS, and dB of full scale.
  loudness double precision NOT NULL CHECK (loudness BETWEEN -100 AND 20),
  peak double precision NOT NULL CHECK (peak BETWEEN -100 AND 20),
  owner_id integer NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL CHECK (created_at >= '1969-12-31T00:00Z' AND created_at < '2101-01-02T00:00Z')
);

CREATE INDEX library_items_by_owner ON library_items (owner_id, id);
