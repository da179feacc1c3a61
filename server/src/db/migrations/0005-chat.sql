CREATE TABLE chat_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL REFERENCES broadcasts (id),
  sender_id integer NOT NULL REFERENCES users (id),
  -- As everybody reads it: listed words are asterisks.
  content text NOT NULL,
  -- As it was written; NULL when nothing was masked.
  original text,
  created_at timestamptz NOT NULL,
  -- Kept: what was taken back still counts for slow mode, and a repeated DELETE is told from a wrong id.
  deleted_at timestamptz,
  deleted_by integer REFERENCES users (id),
  CHECK ((deleted_at IS NULL) = (deleted_by IS NULL))
);

CREATE INDEX chat_messages_by_show ON chat_messages (broadcast_id, id);
CREATE INDEX chat_messages_by_person ON chat_messages (broadcast_id, sender_id, created_at);

CREATE TABLE profanity_words (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word text NOT NULL,
  -- How the word is compared: one entry per spelling, in whatever case and accents it comes.
  key text NOT NULL UNIQUE,
  -- NULL is the station itself.
  added_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL
);

-- What a campus expects to be masked from the first show on. Words with innocent uses are left out ("magna cum laude", "Lady Gaga", "leche flan").
INSERT INTO profanity_words (word, key, created_at)
SELECT word, word, now() FROM unnest(ARRAY[
  'asshole', 'assholes', 'arsehole', 'bastard', 'bastards', 'bitch', 'bitches', 'bullshit', 'cocksucker', 'cunt',
  'cunts', 'dickhead', 'faggot', 'faggots', 'fuck', 'fucked', 'fucker', 'fuckers', 'fuckin', 'fucking', 'fucks',
  'motherfucker', 'motherfuckers', 'motherfucking', 'nigga', 'nigger', 'niggers', 'pussy', 'retard', 'shit',
  'shits', 'shitty', 'slut', 'sluts', 'son of a bitch', 'twat', 'wanker', 'whore', 'whores',
  'amputa', 'anak ng puta', 'bobo', 'burat', 'gago', 'gagong', 'gagu', 'hindot', 'inamo', 'iyot', 'jakol',
  'kantot', 'kantutan', 'kupal', 'lintik', 'pakshet', 'pakyu', 'pekpek', 'pokpok', 'puki', 'pukinangina',
  'punyeta', 'puta', 'putang ina', 'putang ina mo', 'putangina', 'putanginamo', 'putragis', 'tang ina',
  'tanga', 'tangina', 'tanginamo', 'tarantado', 'tite', 'ulol', 'ungas'
]) AS word;
