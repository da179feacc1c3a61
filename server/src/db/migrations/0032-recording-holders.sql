-- Where the recording that this row tells of can be fetched by other instances; NULL where there was only one.
ALTER TABLE recordings ADD COLUMN holder text;
