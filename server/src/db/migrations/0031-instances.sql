-- What only instances of this station know: by it they prove to each other that they are one. 244 random bits.
CREATE TABLE instance_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key text NOT NULL
);

INSERT INTO instance_key (key)
VALUES (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
