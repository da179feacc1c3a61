-- What staff and the DJ of a show write to each other while it is on air or being tested; it goes after 30 days.
CREATE TABLE staff_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  sender_id integer NOT NULL REFERENCES users (id),
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL CHECK (created_at >= '1969-12-31T00:00Z' AND created_at < '2101-01-02T00:00Z')
);

CREATE INDEX staff_messages_by_broadcast ON staff_messages (broadcast_id, id);
CREATE INDEX staff_messages_by_age ON staff_messages (created_at);
