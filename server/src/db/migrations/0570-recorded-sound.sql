-- Length of a recording without silence of the station: of several instances, the one that has the most counts. Null: of before.
ALTER TABLE recordings ADD COLUMN sound_ms integer CHECK (sound_ms >= 0);
ALTER TABLE recordings DROP COLUMN is_completed;
