-- Who waits to take over from the show on air, to whom that hands over and when, and from whom a show took over.
ALTER TABLE broadcasts
  ADD COLUMN stand_by_since timestamptz CHECK (stand_by_since < '2101-01-02T00:00Z'),
  ADD COLUMN hand_over_to integer REFERENCES broadcasts (id),
  ADD COLUMN hand_over_at timestamptz CHECK (hand_over_at < '2101-01-02T00:00Z'),
  ADD COLUMN took_over_from integer REFERENCES broadcasts (id),
  ADD CHECK (status = 'TESTING' OR stand_by_since IS NULL),
  ADD CHECK (status = 'LIVE' OR hand_over_to IS NULL),
  ADD CHECK (hand_over_to IS NOT NULL OR hand_over_at IS NULL),
  ADD CHECK (hand_over_to <> id AND took_over_from <> id),
  ADD CHECK (status IN ('LIVE', 'ENDED') OR took_over_from IS NULL);
