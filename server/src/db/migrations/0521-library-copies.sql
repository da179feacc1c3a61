-- SHA-256 of the file of an item, by which other instances know a copy of it; NULL until an instance that has it says so.
ALTER TABLE library_items ADD COLUMN sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$');
