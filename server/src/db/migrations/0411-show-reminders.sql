-- Who asked to be reminded of a broadcast, whatever else they are reminded of.
CREATE TABLE show_reminders (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, broadcast_id)
);

CREATE INDEX show_reminders_by_broadcast ON show_reminders (broadcast_id);
