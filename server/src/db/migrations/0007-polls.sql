CREATE TABLE polls (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  question text NOT NULL,
  -- One that is ACTIVE in an ENDED broadcast has ended with it, whether or not somebody came to write it down.
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'ACTIVE', 'ENDED')),
  created_by integer NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Kept, with its votes: they are counted in totalInteractions, and a repeated DELETE is told from a wrong id.
  deleted_at timestamptz,
  CHECK ((status = 'ENDED') = (ended_at IS NOT NULL))
);

-- One poll is open per broadcast, whoever shows and however many show at once.
CREATE UNIQUE INDEX one_active_poll ON polls (broadcast_id) WHERE status = 'ACTIVE' AND deleted_at IS NULL;
CREATE INDEX polls_by_show ON polls (broadcast_id, id);

CREATE TABLE poll_options (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  poll_id integer NOT NULL REFERENCES polls (id),
  position integer NOT NULL,
  text text NOT NULL,
  -- Raised in the transaction that stores the vote: results cost the same however many have voted.
  votes integer NOT NULL DEFAULT 0,
  UNIQUE (poll_id, position),
  UNIQUE (poll_id, id)
);

CREATE TABLE poll_votes (
  poll_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES users (id),
  option_id integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- One vote per person, however many come at once.
  PRIMARY KEY (poll_id, user_id),
  -- The chosen answer is one of this poll.
  FOREIGN KEY (poll_id, option_id) REFERENCES poll_options (poll_id, id)
);
