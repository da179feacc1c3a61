-- To whom it was done, where it was done to somebody: what a moderator sees of a person before they act.
ALTER TABLE activities ADD COLUMN about_id integer REFERENCES users (id) ON DELETE SET NULL;

-- Earlier lines name them: a ban begins with the e-mail, the others have it as their third word.
UPDATE activities SET about_id = users.id FROM users
WHERE activities.activity_type = 'USER_BAN' AND users.email = split_part(activities.description, ' ', 1);
UPDATE activities SET about_id = users.id FROM users
WHERE activities.activity_type IN ('USER_UNBAN', 'USER_ROLE_CHANGE')
  AND users.email = split_part(activities.description, ' ', 3);
-- The removal of a message was noted at the moment that the message has.
UPDATE activities SET about_id = chat_messages.sender_id FROM chat_messages
WHERE activities.activity_type = 'CHAT_DELETE' AND chat_messages.deleted_at = activities.created_at
  AND chat_messages.deleted_by = activities.user_id;

CREATE INDEX activities_about ON activities (about_id, id) WHERE about_id IS NOT NULL;
