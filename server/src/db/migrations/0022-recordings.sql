-- What can be heard again, a row for each show that was recorded: `recordings/shows/<id>.ogg` in the data folder.
CREATE TABLE recordings (
  broadcast_id integer PRIMARY KEY REFERENCES broadcasts (id),
  bytes bigint NOT NULL CHECK (bytes > 0),
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  -- One byte for each height of the waveform, 255 the highest.
  peaks bytea NOT NULL CHECK (octet_length(peaks) <= 800),
  is_public boolean NOT NULL DEFAULT true,
  -- Whether it stays whatever RECORDING_DAYS says.
  is_kept boolean NOT NULL DEFAULT false,
  recorded_at timestamptz NOT NULL,
  -- The row stays when the file goes: what was deleted is not made anew.
  deleted_at timestamptz
);

CREATE INDEX recordings_by_age ON recordings (recorded_at) WHERE deleted_at IS NULL AND NOT is_kept;
