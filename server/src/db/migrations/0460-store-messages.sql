-- Stores messages of one broadcast in one statement, each judged by what its sender wrote before, those before it
-- included. Gives a row for each message, in order; none where there is no such broadcast. Called by chat/store-messages.
CREATE FUNCTION store_messages(
  show_id integer,
  said_at timestamptz,
  senders integer[],
  -- Whether the sender looks after every chat, and after that of an own broadcast.
  moderates_any boolean[],
  moderates_own boolean[],
  contents text[],
  originals text[],
  -- So many messages in this time are a flood; a timeout that ends later than this is none.
  flood integer,
  flood_time interval,
  longest_timeout interval
) RETURNS TABLE (
  outcome text, id integer, timeout_until timestamptz, last timestamptz, flood_began timestamptz,
  is_slow boolean, slow_seconds integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  held record;
  slow_time interval;
  times timestamptz[];
  new_id integer;
  stored integer := 0;
BEGIN
  -- Held until the end of the transaction: ids rise in the order of the commits, and the statements below see what
  -- others stored before.
  SELECT b.status, b.created_by, b.started_by, b.slow_mode_enabled, b.slow_mode_seconds INTO held
    FROM broadcasts b WHERE b.id = show_id AND b.deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  slow_time := make_interval(secs => held.slow_mode_seconds);
  is_slow := held.slow_mode_enabled;
  slow_seconds := held.slow_mode_seconds;
  FOR place IN 1 .. cardinality(senders) LOOP
    outcome := 'STORED';
    id := NULL;
    timeout_until := NULL;
    last := NULL;
    flood_began := NULL;
    IF held.status <> 'LIVE' THEN
      outcome := 'NOT_LIVE';
    ELSIF NOT (moderates_any[place] OR moderates_own[place]
        AND (senders[place] = held.created_by OR senders[place] IS NOT DISTINCT FROM held.started_by)) THEN
      -- Removed messages count.
      times := ARRAY(SELECT m.created_at FROM chat_messages m
        WHERE m.broadcast_id = show_id AND m.sender_id = senders[place]
        ORDER BY m.created_at DESC LIMIT flood);
      timeout_until := (SELECT t.until FROM chat_timeouts t WHERE t.user_id = senders[place]);
      last := times[1];
      flood_began := times[flood];
      -- What lies further ahead than the wait itself was written before the clock was set back.
      IF timeout_until > said_at AND timeout_until <= said_at + longest_timeout
        OR is_slow AND last > said_at - slow_time AND last <= said_at + slow_time
        OR flood_began > said_at - flood_time AND flood_began <= said_at + flood_time THEN
        outcome := 'REFUSED';
      END IF;
    END IF;
    IF outcome = 'STORED' THEN
      INSERT INTO chat_messages AS m (broadcast_id, sender_id, content, original, created_at)
        VALUES (show_id, senders[place], contents[place], originals[place], said_at) RETURNING m.id INTO new_id;
      id := new_id;
      stored := stored + 1;
    END IF;
    RETURN NEXT;
  END LOOP;
  IF stored > 0 THEN
    UPDATE broadcasts b SET total_interactions = b.total_interactions + stored,
      message_count = b.message_count + stored WHERE b.id = show_id;
  END IF;
END $$;
