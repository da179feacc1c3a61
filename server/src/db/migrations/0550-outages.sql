-- Where the DJ's line was lost in a recording, and how much of it is silence: once a recording is replaced, so are these.
CREATE TABLE recording_outages (
  broadcast_id integer NOT NULL REFERENCES recordings (broadcast_id) ON DELETE CASCADE,
  at_ms integer NOT NULL CHECK (at_ms >= 0),
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  silent_ms integer NOT NULL CHECK (silent_ms >= 0),
  PRIMARY KEY (broadcast_id, at_ms)
);
