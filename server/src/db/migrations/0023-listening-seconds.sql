-- How long all listeners together have listened to a show: raised by the statement that keeps a minute of it. Years of
-- minutes added up anew for each look at the numbers take longer than people wait.
ALTER TABLE broadcasts ADD COLUMN listening_seconds bigint NOT NULL DEFAULT 0 CHECK (listening_seconds >= 0);

UPDATE broadcasts AS b SET listening_seconds = s.seconds
FROM (SELECT broadcast_id, sum(listening_seconds) AS seconds FROM listener_samples GROUP BY broadcast_id) AS s
WHERE s.broadcast_id = b.id;
