-- News that holds no more: the show was cancelled or is over, the announcement was taken back. It stays in the lists and
-- is unread for nobody; it has no position, so that those of its tally are positions of what may be unread.
ALTER TABLE notifications ADD COLUMN withdrawn_at timestamptz;

DROP INDEX notifications_fresh;
CREATE INDEX notifications_fresh ON notifications (created_at)
  WHERE tally_id IS NULL AND user_id IS NULL AND withdrawn_at IS NULL;
CREATE INDEX notifications_withdrawn ON notifications (created_at) WHERE withdrawn_at IS NOT NULL;
CREATE INDEX notifications_by_announcement ON notifications (announcement_id) WHERE announcement_id IS NOT NULL;
-- By bytes, whatever the collation: reminders of one broadcast have keys that begin alike.
CREATE INDEX notifications_by_key ON notifications (dedupe_key text_pattern_ops);
