-- Browsers that have signed in to an account before: guesses from elsewhere do not lock them out.
CREATE TABLE devices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the device's cookie, hexadecimal.
  token_hash text NOT NULL UNIQUE,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);

CREATE INDEX devices_by_user ON devices (user_id);
CREATE INDEX devices_by_time ON devices (created_at);
