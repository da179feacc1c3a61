-- What happened to a show on air: its timeline.
CREATE TABLE show_events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  type text NOT NULL CHECK (type IN (
    'STARTED', 'SOURCE_LOST', 'SOURCE_RECOVERED', 'SILENCE', 'DEAD_AIR', 'SOUND_BACK', 'ENDED'
  )),
  at timestamptz NOT NULL
);

CREATE INDEX show_events_by_show ON show_events (broadcast_id, id);

-- Who listened to a show, a row for each minute on each instance that had it on air.
CREATE TABLE listener_samples (
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  -- When the minute began.
  minute timestamptz NOT NULL,
  instance text NOT NULL,
  -- At the end of the minute, and at most within it.
  listeners integer NOT NULL CHECK (listeners >= 0),
  peak integer NOT NULL CHECK (peak >= listeners),
  -- Of all listeners together.
  listening_seconds integer NOT NULL CHECK (listening_seconds >= 0),
  -- Players that had not listened to this show before.
  arrivals integer NOT NULL CHECK (arrivals >= 0),
  PRIMARY KEY (broadcast_id, minute, instance)
);

CREATE INDEX listener_samples_by_time ON listener_samples (minute);

-- What was said, asked for and voted in a show and was not removed: raised and lowered in the transaction that does so.
-- Counting a million rows anew for each look at the numbers takes longer than people wait.
ALTER TABLE broadcasts
  ADD COLUMN message_count integer NOT NULL DEFAULT 0 CHECK (message_count >= 0),
  ADD COLUMN request_count integer NOT NULL DEFAULT 0 CHECK (request_count >= 0),
  ADD COLUMN vote_count integer NOT NULL DEFAULT 0 CHECK (vote_count >= 0);

UPDATE broadcasts AS b SET
  message_count = (SELECT count(*) FROM chat_messages m WHERE m.broadcast_id = b.id AND m.deleted_at IS NULL),
  request_count = (SELECT count(*) FROM song_requests r WHERE r.broadcast_id = b.id AND r.deleted_at IS NULL),
  vote_count = (
    SELECT count(*) FROM poll_votes v JOIN polls p ON p.id = v.poll_id
    WHERE p.broadcast_id = b.id AND p.deleted_at IS NULL
  );

-- Shows of before have at least their beginning and end.
INSERT INTO show_events (broadcast_id, type, at)
SELECT id, 'STARTED', actual_start FROM broadcasts WHERE actual_start IS NOT NULL
UNION ALL
SELECT id, 'ENDED', actual_end FROM broadcasts WHERE actual_end IS NOT NULL;
