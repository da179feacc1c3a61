-- Hours that listeners may go back in what played between shows; 0 is not at all.
ALTER TABLE playout_settings ADD COLUMN rewind_hours integer NOT NULL DEFAULT 2 CHECK (rewind_hours BETWEEN 0 AND 12);
