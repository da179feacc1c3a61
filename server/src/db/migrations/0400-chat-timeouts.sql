-- Until when a listener may neither write in the chat nor request songs; whoever was never silenced has no row.
CREATE TABLE chat_timeouts (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  given_by integer REFERENCES users (id) ON DELETE SET NULL,
  given_at timestamptz NOT NULL,
  until timestamptz NOT NULL
);
