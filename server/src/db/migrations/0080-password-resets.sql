-- The newest link that resets a password; a new one takes the place of the old.
CREATE TABLE password_resets (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the token, hexadecimal.
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);
