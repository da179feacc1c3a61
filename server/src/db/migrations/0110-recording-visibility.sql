-- Who may hear the recording of a show is decided before there is one: the show itself says it.
ALTER TABLE broadcasts ADD COLUMN recording_public boolean NOT NULL DEFAULT true;
UPDATE broadcasts AS b SET recording_public = false
FROM recordings AS r WHERE r.broadcast_id = b.id AND NOT r.is_public;
ALTER TABLE recordings DROP COLUMN is_public;
