-- Playlists: tracks of the library, how often they are chosen beside the others, and in which hours of the week.
CREATE TABLE playlists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  weight integer NOT NULL CHECK (weight BETWEEN 0 AND 10)
);

-- Minutes since midnight, station time; the last one is not played any more. A playlist without any plays always.
CREATE TABLE playlist_hours (
  playlist_id integer NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
  day integer NOT NULL CHECK (day BETWEEN 0 AND 6),
  from_minute integer NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute integer NOT NULL CHECK (to_minute BETWEEN 1 AND 1440),
  CHECK (from_minute < to_minute),
  PRIMARY KEY (playlist_id, day, from_minute)
);

CREATE TABLE playlist_items (
  playlist_id integer NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  item_id integer NOT NULL REFERENCES library_items (id) ON DELETE CASCADE,
  PRIMARY KEY (playlist_id, position),
  UNIQUE (playlist_id, item_id)
);

CREATE INDEX playlist_items_by_item ON playlist_items (item_id);
