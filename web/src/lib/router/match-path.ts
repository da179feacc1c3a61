export type Params = Readonly<Partial<Record<string, string>>>

/** Values that an address has in the place of each `:name` of a pattern; null where it does not match. `*` matches all. */
export function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {}
  const expected = partsOf(pattern)
  const given = partsOf(pathname).map(decoded)
  if (expected.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value
    else if (part.toLowerCase() !== value.toLowerCase()) return null
  }
  return params
}

function partsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/')
}

/** An address that nobody can decode stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
