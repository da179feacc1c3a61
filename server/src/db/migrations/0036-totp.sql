-- Since when signing in asks for a code after the password; NULL: it does not.
ALTER TABLE users ADD COLUMN totp_since timestamptz;

-- What an authenticator app and the station both know; see docs/decisions/0018. With users.totp_since NULL it is shown,
-- not confirmed, and asked by nothing.
CREATE TABLE totp_secrets (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- RFC 4648 s6, base32 without padding.
  secret text NOT NULL,
  -- RFC 6238 s5.2: the newest time step that a code was taken for. It and all before it are spent.
  last_counter integer NOT NULL,
  created_at timestamptz NOT NULL
);

-- Those that are left; using one deletes it.
CREATE TABLE recovery_codes (
  user_id integer NOT NULL REFERENCES totp_secrets (user_id) ON DELETE CASCADE,
  -- SHA-256 of the code, hexadecimal: it is random enough that this cannot be searched.
  code_hash text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
