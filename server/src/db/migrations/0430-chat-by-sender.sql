-- What somebody wrote in any show lately, which a ban may take with it. Without it the whole table is read for that.
CREATE INDEX chat_messages_by_sender ON chat_messages (sender_id, created_at);
