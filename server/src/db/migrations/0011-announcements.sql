CREATE TABLE announcements (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  image_url text,
  image_alt text,
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'REJECTED', 'ARCHIVED')),
  -- What an archived one goes back to.
  archived_from text CHECK (archived_from IN ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'REJECTED')),
  -- Three places on top: whoever pins and however many pin at once, a fourth one has none.
  pin_place smallint UNIQUE CHECK (pin_place BETWEEN 1 AND 3),
  pinned_at timestamptz,
  scheduled_for timestamptz,
  expires_at timestamptz,
  published_at timestamptz,
  rejection_reason text,
  created_by integer NOT NULL REFERENCES users (id),
  approved_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Kept, so that a repeated DELETE is told from a wrong id, and notifications keep their subject.
  deleted_at timestamptz,
  CHECK ((status = 'ARCHIVED') = (archived_from IS NOT NULL)),
  CHECK ((pin_place IS NULL) = (pinned_at IS NULL)),
  CHECK (pin_place IS NULL OR (status = 'PUBLISHED' AND deleted_at IS NULL)),
  CHECK (status <> 'SCHEDULED' OR scheduled_for IS NOT NULL),
  CHECK (status <> 'PUBLISHED' OR published_at IS NOT NULL),
  CHECK (status <> 'REJECTED' OR rejection_reason IS NOT NULL),
  CHECK (expires_at > scheduled_for)
);

CREATE INDEX announcements_feed ON announcements (published_at, id) WHERE status = 'PUBLISHED' AND deleted_at IS NULL;
CREATE INDEX announcements_due ON announcements (scheduled_for) WHERE status = 'SCHEDULED' AND deleted_at IS NULL;
CREATE INDEX announcements_expiring ON announcements (expires_at)
  WHERE status IN ('SCHEDULED', 'PUBLISHED') AND expires_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX announcements_by_author ON announcements (created_by, id) WHERE deleted_at IS NULL;
CREATE INDEX announcements_by_image ON announcements (image_url) WHERE image_url IS NOT NULL AND deleted_at IS NULL;
