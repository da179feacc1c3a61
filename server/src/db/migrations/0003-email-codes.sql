-- The newest verification code of an account; a new one takes the place of the old.
CREATE TABLE email_codes (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  salt text NOT NULL,
  -- SHA-256 of salt and code, hexadecimal.
  code_hash text NOT NULL,
  tries_left integer NOT NULL CHECK (tries_left >= 0),
  expires_at timestamptz NOT NULL
);

CREATE INDEX email_codes_by_expiry ON email_codes (expires_at);
