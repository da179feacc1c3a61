-- How many there have been of one type for the same people, of those that are long written: who asks how many are unread
-- is not to wait for years of them to be counted.
CREATE TABLE notification_tallies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  -- NULL: everyone.
  roles text[],
  total integer NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX notification_tallies_once ON notification_tallies (type, coalesce(roles, '{}'));

-- One row per event, however many people it is for.
CREATE TABLE notifications (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 500),
  link text,
  announcement_id integer,
  -- For one person; else for these roles; both NULL: for everyone.
  user_id integer REFERENCES users (id) ON DELETE CASCADE,
  roles text[],
  -- What happened, so that nothing is told twice.
  dedupe_key text UNIQUE,
  -- Who sent it by hand.
  sent_by integer REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  -- NULL until one instance has taken it to tell those who are connected.
  delivered_at timestamptz,
  -- The how manieth it is of its tally, by time; NULL while it is fresh, and for what is one person's.
  tally_id integer REFERENCES notification_tallies (id),
  position integer,
  CHECK ((tally_id IS NULL) = (position IS NULL))
);

CREATE INDEX notifications_by_audience ON notifications (user_id, id);
CREATE INDEX notifications_by_sender ON notifications (sent_by, id) WHERE sent_by IS NOT NULL;
CREATE INDEX notifications_to_deliver ON notifications (id) WHERE delivered_at IS NULL;
CREATE INDEX notifications_tallied ON notifications (tally_id, created_at, id) WHERE tally_id IS NOT NULL;
CREATE INDEX notifications_fresh ON notifications (created_at) WHERE tally_id IS NULL AND user_id IS NULL;

-- What somebody has read one by one, or removed from their list.
CREATE TABLE notification_states (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  notification_id integer NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  is_deleted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, notification_id)
);

-- Somebody has read everything that was written before this.
CREATE TABLE notification_marks (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  read_before timestamptz NOT NULL
);

-- For which start people were reminded of a broadcast.
CREATE TABLE broadcast_reminders (
  broadcast_id integer PRIMARY KEY REFERENCES broadcasts (id) ON DELETE CASCADE,
  starts_at timestamptz NOT NULL
);

-- Browsers that want pushes. They go with the session that asked: who is signed out is told nothing.
CREATE TABLE push_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id integer NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);

CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, id);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

-- RFC 8292: the station's pair of keys, base64url, made at the first start.
CREATE TABLE push_keys (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL,
  private_key text NOT NULL
);
