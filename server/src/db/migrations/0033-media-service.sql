-- Since when the media service runs, as several instances share it; NULL: it is stopped. An instance alone keeps it itself.
CREATE TABLE media_service (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  running_since timestamptz
);

INSERT INTO media_service (running_since) VALUES (now());
