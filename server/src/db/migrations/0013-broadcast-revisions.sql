-- Calendars that people subscribe to tell by these that their copy of a show is old (RFC 5545, 3.8.7.4 and 3.8.7.3).
ALTER TABLE broadcasts ADD COLUMN revision integer NOT NULL DEFAULT 0;
-- Null: as it was created.
ALTER TABLE broadcasts ADD COLUMN revised_at timestamptz;
CREATE INDEX broadcasts_end ON broadcasts (scheduled_end);
