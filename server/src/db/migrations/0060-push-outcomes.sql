-- What became of the pushes to a browser, so that addresses that keep failing wait their turn and are forgotten.
ALTER TABLE push_subscriptions
  -- When its push service first took one; NULL until it has.
  ADD COLUMN proven_at timestamptz,
  -- How often in a row it has failed since then, since when, and until when it is left alone.
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN failing_since timestamptz,
  ADD COLUMN retry_at timestamptz;
