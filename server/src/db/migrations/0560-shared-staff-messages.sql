-- A message to both DJs of a hand-over stands in the lines of both shows.
ALTER TABLE staff_messages ADD COLUMN shared boolean NOT NULL DEFAULT false;
