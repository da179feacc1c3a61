CREATE TABLE broadcasts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'SCHEDULED' CHECK (status IN ('SCHEDULED', 'TESTING', 'LIVE', 'ENDED')),
  scheduled_start timestamptz NOT NULL,
  scheduled_end timestamptz NOT NULL,
  actual_start timestamptz,
  actual_end timestamptz,
  end_reason text CHECK (end_reason IN ('ENDED_BY_DJ', 'ENDED_BY_STAFF', 'SOURCE_LOST')),
  created_by integer NOT NULL REFERENCES users (id),
  -- Who has the air, or the test.
  started_by integer REFERENCES users (id),
  test_started_at timestamptz,
  -- When a test last ended: tells a repeated end from the end of something that never began.
  tested_at timestamptz,
  -- Kept, so that a repeated DELETE is told from a wrong id, and activities keep their subject.
  deleted_at timestamptz,
  slow_mode_enabled boolean NOT NULL DEFAULT false,
  slow_mode_seconds integer NOT NULL DEFAULT 0 CHECK (slow_mode_seconds BETWEEN 0 AND 3600),
  peak_listeners integer NOT NULL DEFAULT 0,
  total_interactions integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CHECK (scheduled_end > scheduled_start),
  CHECK (status <> 'SCHEDULED' OR (started_by IS NULL AND actual_start IS NULL)),
  CHECK ((status = 'TESTING') = (test_started_at IS NOT NULL)),
  CHECK (status = 'SCHEDULED' OR (started_by IS NOT NULL AND deleted_at IS NULL)),
  CHECK ((status IN ('LIVE', 'ENDED')) = (actual_start IS NOT NULL)),
  CHECK ((status = 'ENDED') = (actual_end IS NOT NULL AND end_reason IS NOT NULL))
);

-- One broadcast on air per station, whoever asks and however many ask at once.
CREATE UNIQUE INDEX one_live_broadcast ON broadcasts (status) WHERE status = 'LIVE';
CREATE INDEX broadcasts_upcoming ON broadcasts (scheduled_start) WHERE status IN ('SCHEDULED', 'TESTING');
CREATE INDEX broadcasts_moment ON broadcasts ((coalesce(actual_start, scheduled_start)));
