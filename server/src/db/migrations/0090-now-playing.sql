-- What the DJ says is playing on the live broadcast: a title, an artist that may be empty, and since when. Its end takes
-- it away.
ALTER TABLE broadcasts
  ADD COLUMN now_playing_title text,
  ADD COLUMN now_playing_artist text,
  ADD COLUMN now_playing_since timestamptz,
  ADD CONSTRAINT now_playing_whole CHECK (
    (now_playing_title IS NULL) = (now_playing_artist IS NULL)
    AND (now_playing_title IS NULL) = (now_playing_since IS NULL)
  ),
  ADD CONSTRAINT now_playing_live CHECK (now_playing_title IS NULL OR status = 'LIVE');
