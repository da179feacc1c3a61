-- The draft of a test, or of a show that waits for the DJ's program: on no list until it goes on air.
ALTER TABLE broadcasts ADD COLUMN unlisted boolean NOT NULL DEFAULT false;
