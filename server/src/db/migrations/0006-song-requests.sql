CREATE TABLE song_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  song_title text NOT NULL,
  artist text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACCEPTED', 'PLAYED', 'DECLINED')),
  requested_by integer NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  -- Kept: what was taken back still counts for the pause between two, and a repeated DELETE is told from a wrong id.
  deleted_at timestamptz
);

CREATE INDEX song_requests_by_show ON song_requests (broadcast_id, id);
CREATE INDEX song_requests_by_person ON song_requests (requested_by, created_at);
