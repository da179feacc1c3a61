-- Whether a recording has what its DJ's page uploaded: another instance may have recorded silence there.
ALTER TABLE recordings ADD COLUMN is_completed boolean NOT NULL DEFAULT false;
