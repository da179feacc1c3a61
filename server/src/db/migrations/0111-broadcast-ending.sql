-- Who ended a show, and what they wrote of it for its DJ.
ALTER TABLE broadcasts
  ADD COLUMN ended_by integer REFERENCES users (id),
  ADD COLUMN end_note text CHECK (char_length(end_note) BETWEEN 1 AND 280),
  ADD CHECK (status = 'ENDED' OR (ended_by IS NULL AND end_note IS NULL)),
  ADD CHECK (end_note IS NULL OR ended_by IS NOT NULL);
