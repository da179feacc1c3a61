-- Instances of the station, by the address at which the others reach them, and when each last said that it runs.
CREATE TABLE instances (
  url text PRIMARY KEY,
  seen_at timestamptz NOT NULL CHECK (seen_at >= '1969-12-31T00:00Z' AND seen_at < '2101-01-02T00:00Z')
);

-- The version of a recording that counts, by the SHA-256 of its file; NULL until an instance that has it says so.
ALTER TABLE recordings ADD COLUMN sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$');

-- Which instance has which version of a recording on its disk.
CREATE TABLE recording_copies (
  broadcast_id integer NOT NULL REFERENCES recordings (broadcast_id) ON DELETE CASCADE,
  instance text NOT NULL REFERENCES instances (url) ON DELETE CASCADE,
  -- NULL where none could be made.
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of its file when it was read, in milliseconds since 1970: one that was written since is read again.
  modified_ms double precision,
  -- When the version that counts could not be copied.
  failed_at timestamptz CHECK (failed_at >= '1969-12-31T00:00Z' AND failed_at < '2101-01-02T00:00Z'),
  PRIMARY KEY (broadcast_id, instance)
);

CREATE INDEX recording_copies_by_instance ON recording_copies (instance);
