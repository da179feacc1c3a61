-- What may be stored is what a reply may hold: times from 1970 to 2100 in any zone, lengths and kinds as the contract has
-- them, counts that are none below 0. What is stored already and is not so is brought to the nearest value that is:
-- nothing is removed. `activities` may have kinds that this version does not know: they are asked for by kind.

-- Shows and announcements that are planned for later than can be, or were for before, keep their order.
UPDATE broadcasts SET
  scheduled_start = greatest(scheduled_start, '1970-01-01T12:00Z'),
  scheduled_end = greatest(scheduled_end, '1970-01-01T14:00Z')
WHERE scheduled_start < '1969-12-31T00:00Z';
UPDATE broadcasts SET
  scheduled_start = least(scheduled_start, '2100-12-31T07:00Z'), scheduled_end = '2100-12-31T09:00Z'
WHERE scheduled_end >= '2101-01-02T00:00Z';
-- CASE keeps what is NULL: greatest and least do not.
UPDATE announcements SET
  scheduled_for = CASE WHEN scheduled_for IS NOT NULL THEN greatest(scheduled_for, '1970-01-01T12:00Z') END,
  expires_at = CASE WHEN expires_at IS NOT NULL THEN greatest(expires_at, '1970-01-01T14:00Z') END
WHERE scheduled_for < '1969-12-31T00:00Z' OR expires_at < '1969-12-31T00:00Z';
UPDATE announcements SET
  scheduled_for = CASE WHEN scheduled_for IS NOT NULL THEN least(scheduled_for, '2100-12-31T07:00Z') END,
  expires_at = CASE WHEN expires_at IS NOT NULL THEN least(expires_at, '2100-12-31T09:00Z') END
WHERE scheduled_for >= '2101-01-02T00:00Z' OR expires_at >= '2101-01-02T00:00Z';
-- A minute of a show is unique by instance, and two that were never in a year are now in the same one.
UPDATE listener_samples AS s SET instance = s.instance || ' ' || n.place
FROM (
  SELECT ctid, row_number() OVER () AS place FROM listener_samples
  WHERE minute < '1969-12-31T00:00Z' OR minute >= '2101-01-02T00:00Z'
) AS n
WHERE n.ctid = s.ctid;

DO $$
DECLARE
  c record;
BEGIN
  FOR c IN
    -- An operator may have views and tables of other programs beside ours.
    SELECT table_name AS t, column_name AS n FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type = 'timestamp with time zone' AND table_name IN (
      'activities', 'announcements', 'broadcast_reminders', 'broadcasts', 'chat_messages', 'devices',
      'email_codes', 'encoder_passwords', 'idempotent_replies', 'listener_samples', 'media_service',
      'notification_marks', 'notifications', 'poll_votes', 'polls', 'profanity_words',
      'push_subscriptions', 'recordings', 'sessions', 'show_events', 'song_requests', 'totp_secrets',
      'users')
  LOOP
    EXECUTE format(
      'UPDATE %1$I SET %2$I = least(greatest(%2$I, ''1970-01-01T12:00Z''), ''2100-12-31T09:00Z'')
       WHERE %2$I < ''1969-12-31T00:00Z'' OR %2$I >= ''2101-01-02T00:00Z''', c.t, c.n);
    EXECUTE format(
      'ALTER TABLE %1$I ADD CONSTRAINT %3$I CHECK (%2$I >= ''1969-12-31T00:00Z'' AND %2$I < ''2101-01-02T00:00Z'')',
      c.t, c.n, c.t || '_' || c.n || '_years');
  END LOOP;
END $$;

-- A clock that was set back over the end of a show: it lasted no time that is known.
UPDATE broadcasts SET actual_end = actual_start WHERE actual_end < actual_start;
UPDATE show_events AS e SET at = b.actual_start FROM broadcasts b WHERE b.id = e.broadcast_id AND e.at < b.actual_start;

UPDATE broadcasts SET
  title = coalesce(nullif(left(title, 255), ''), 'Untitled'), description = left(description, 2000),
  peak_listeners = greatest(peak_listeners, 0), total_interactions = greatest(total_interactions, 0),
  revision = greatest(revision, 0), listening_seconds = least(listening_seconds, 9007199254740991)
WHERE char_length(title) NOT BETWEEN 1 AND 255 OR char_length(description) > 2000 OR peak_listeners < 0
  OR total_interactions < 0 OR revision < 0 OR listening_seconds > 9007199254740991;
ALTER TABLE broadcasts
  ADD CHECK (actual_end >= actual_start),
  ADD CHECK (char_length(title) BETWEEN 1 AND 255),
  ADD CHECK (char_length(description) <= 2000),
  ADD CHECK (peak_listeners >= 0),
  ADD CHECK (total_interactions >= 0),
  ADD CHECK (revision >= 0),
  ADD CHECK (listening_seconds <= 9007199254740991);

-- Nobody is older than 130 years, and nobody's day has another form than YYYY-MM-DD.
UPDATE users SET birthdate = NULL WHERE birthdate NOT BETWEEN '1840-01-01' AND '2100-12-31';
UPDATE users SET
  firstname = left(firstname, 80), lastname = left(lastname, 80), ban_reason = left(ban_reason, 500)
WHERE char_length(firstname) > 80 OR char_length(lastname) > 80 OR char_length(ban_reason) > 500;
ALTER TABLE users
  ADD CHECK (birthdate BETWEEN '1840-01-01' AND '2100-12-31'),
  ADD CHECK (char_length(firstname) <= 80),
  ADD CHECK (char_length(lastname) <= 80),
  ADD CHECK (char_length(ban_reason) <= 500);

UPDATE chat_messages SET content = left(content, 1500), original = left(original, 1500)
WHERE char_length(content) > 1500 OR char_length(original) > 1500;
ALTER TABLE chat_messages
  ADD CHECK (char_length(content) <= 1500),
  ADD CHECK (char_length(original) <= 1500);

UPDATE song_requests SET
  song_title = left(song_title, 120), artist = left(artist, 120), message = left(message, 280)
WHERE char_length(song_title) > 120 OR char_length(artist) > 120 OR char_length(message) > 280;
ALTER TABLE song_requests
  ADD CHECK (char_length(song_title) <= 120),
  ADD CHECK (char_length(artist) <= 120),
  ADD CHECK (char_length(message) <= 280);

UPDATE polls SET question = left(question, 200) WHERE char_length(question) > 200;
ALTER TABLE polls ADD CHECK (char_length(question) <= 200);
UPDATE poll_options SET text = left(text, 80), votes = greatest(votes, 0) WHERE char_length(text) > 80 OR votes < 0;
ALTER TABLE poll_options ADD CHECK (char_length(text) <= 80), ADD CHECK (votes >= 0);

UPDATE announcements SET
  title = left(title, 500), content = left(content, 5000), image_alt = left(image_alt, 250),
  rejection_reason = left(rejection_reason, 500)
WHERE char_length(title) > 500 OR char_length(content) > 5000 OR char_length(image_alt) > 250
  OR char_length(rejection_reason) > 500;
ALTER TABLE announcements
  ADD CHECK (char_length(title) <= 500),
  ADD CHECK (char_length(content) <= 5000),
  ADD CHECK (char_length(image_alt) <= 250),
  ADD CHECK (char_length(rejection_reason) <= 500);

UPDATE notifications SET type = 'GENERAL' WHERE type NOT IN (
  'BROADCAST_SCHEDULED', 'BROADCAST_STARTING_SOON', 'BROADCAST_STARTED', 'BROADCAST_ENDED', 'NEW_BROADCAST_POSTED',
  'ANNOUNCEMENT', 'ANNOUNCEMENT_PUBLISHED', 'USER_REGISTERED', 'GENERAL', 'ALERT', 'INFO', 'REMINDER'
);
UPDATE notifications SET announcement_id = NULL WHERE announcement_id <= 0;
ALTER TABLE notifications
  ADD CHECK (type IN (
    'BROADCAST_SCHEDULED', 'BROADCAST_STARTING_SOON', 'BROADCAST_STARTED', 'BROADCAST_ENDED', 'NEW_BROADCAST_POSTED',
    'ANNOUNCEMENT', 'ANNOUNCEMENT_PUBLISHED', 'USER_REGISTERED', 'GENERAL', 'ALERT', 'INFO', 'REMINDER'
  )),
  ADD CHECK (announcement_id > 0);
UPDATE notification_tallies SET total = 0 WHERE total < 0;
ALTER TABLE notification_tallies ADD CHECK (total >= 0);

UPDATE recordings SET bytes = 9007199254740991 WHERE bytes > 9007199254740991;
ALTER TABLE recordings ADD CHECK (bytes <= 9007199254740991);
