-- What lets a program of the DJ's own be the source of one broadcast. The password itself is known to the DJ alone.
CREATE TABLE encoder_passwords (
  broadcast_id integer PRIMARY KEY REFERENCES broadcasts (id),
  -- Who made it: the source is this person.
  user_id integer NOT NULL REFERENCES users (id),
  -- SHA-256 in hexadecimal: it is random enough to need no salt.
  password_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

CREATE INDEX encoder_passwords_by_user ON encoder_passwords (user_id);
