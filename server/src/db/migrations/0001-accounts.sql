CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'LISTENER' CHECK (role IN ('LISTENER', 'DJ', 'MODERATOR', 'ADMIN')),
  firstname text NOT NULL,
  lastname text NOT NULL,
  birthdate date,
  gender text NOT NULL DEFAULT '' CHECK (gender IN ('', 'MALE', 'FEMALE', 'OTHER')),
  verified boolean NOT NULL DEFAULT false,
  banned boolean NOT NULL DEFAULT false,
  -- NULL with banned: for good.
  banned_until timestamptz,
  ban_reason text,
  notify_broadcast_start boolean NOT NULL DEFAULT true,
  notify_broadcast_reminders boolean NOT NULL DEFAULT true,
  notify_new_schedule boolean NOT NULL DEFAULT false,
  notify_system_updates boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);

CREATE INDEX users_by_role ON users (role);

CREATE TABLE sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the token, hexadecimal: a copy of the database signs nobody in.
  token_hash text NOT NULL UNIQUE,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  remember boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The audit log: never purged.
CREATE TABLE activities (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activity_type text NOT NULL,
  description text NOT NULL,
  -- NULL is the station itself.
  user_id integer REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX activities_by_time ON activities (created_at);

-- First answers of creating calls, by the hash of who asked with which Idempotency-Key.
CREATE TABLE idempotent_replies (
  key_hash text PRIMARY KEY,
  claimed_at timestamptz NOT NULL,
  -- NULL while the first call is at work.
  status integer,
  body text
);

CREATE INDEX idempotent_replies_by_time ON idempotent_replies (claimed_at);
