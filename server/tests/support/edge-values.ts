/** Values at the edges of what a column of PostgreSQL can hold, as SQL, by the type that information_schema tells. */
const OF_TYPE: Record<string, readonly string[]> = {
  'timestamp with time zone': [
    "'-infinity'",
    "'4713-01-02T00:00Z BC'",
    "'0001-01-01T00:00Z'",
    "'0050-06-01T00:00Z'",
    "'1969-12-30T23:59:59.999Z'",
    "'1969-12-31T00:00Z'",
    "'1970-01-01T00:00Z'",
    "'2100-12-31T23:59:59.999Z'",
    "'2101-01-01T23:59:59.999Z'",
    "'2101-01-02T00:00Z'",
    "'9999-12-31T23:59:59.999Z'",
    "'10000-01-01T00:00Z'",
    "'294276-12-31T23:59:59Z'",
    "'infinity'",
  ],
  date: [
    "'-infinity'",
    "'0044-03-15 BC'",
    "'1839-12-31'",
    "'1840-01-01'",
    "'2100-12-31'",
    "'2101-01-01'",
    "'10000-01-01'",
    "'infinity'",
  ],
  smallint: ['-1', '0', '1', '32767'],
  integer: ['-2147483648', '-1', '0', '1', '2147483647'],
  bigint: ['-9223372036854775808', '-1', '0', '9007199254740991', '9007199254740992', '9223372036854775807'],
  'double precision': ["'-Infinity'", '-1e300', '-100', '0', '20', '1e300', "'Infinity'", "'NaN'"],
  boolean: ['false', 'true'],
  text: ["''", "' '", "'UNKNOWN'", "'\u202e\u0001 \u{1f4fb}'", "repeat('x', 80)", "repeat('é', 6000)"],
  ARRAY: ["'{}'", "'{UNKNOWN}'"],
  bytea: ["''", "decode(repeat('ff', 800), 'hex')", "decode(repeat('ff', 801), 'hex')"],
}

/** Edge values of a column of this type; NULL is one of them. Throws for a type that has no edges yet. */
export function edgesOf(type: string): readonly string[] {
  const edges = OF_TYPE[type]
  if (!edges) throw new Error(`There are no edges of ${type} yet`)
  return ['NULL', ...edges]
}
