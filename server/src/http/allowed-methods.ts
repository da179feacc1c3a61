/** Parameters that are ids: `:id`, `:requestId`. */
const ID = /:(?:id|[a-z]+Id)\b/g
const ONLY_DIGITS = '(^\\d+$)'
/** A parameter that is no id. The router would take nothing at all for one, too. */
const NAME = /:(?!id\b|[a-z]+Id\b)[A-Za-z]+/g
const NOT_EMPTY = '(^[\\s\\S]+$)'

type Known = { method: string; path: string }

/** Tells which methods an address takes, for RFC 9110 s15.5.6: a 405 names them in `Allow`. None: there is no such address. */
export function allowedMethods(known: readonly Known[]): (url: string) => string[] {
  const patterns = known.map(({ method, path }) => ({ method, pattern: patternOf(path) }))
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const matching = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const methods = matching.includes('GET') ? [...matching, 'HEAD'] : matching
    return [...new Set(methods)].sort()
  }
}

/**
 * A path of the contract as the router takes it: an id is a number, so that `/api/auth/login` is no account, and any other
 * parameter is something, so that `/test/` is none of them.
 */
export function routeOf(path: string): string {
  return path.replace(NAME, (name) => name + NOT_EMPTY).replace(ID, (id) => id + ONLY_DIGITS)
}

/** The path of the contract that became this route. */
export function templateOf(route: string): string {
  return route.replaceAll(ONLY_DIGITS, '').replaceAll(NOT_EMPTY, '')
}

/** `/api/broadcasts/:id` as a pattern; a parameter is one segment, an id a number. */
export function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const patterns = segments.map((segment) => segment.replace(ID, '\\d+').replace(/^:[A-Za-z]+/, '[^/]+'))
  return new RegExp(`^${patterns.join('/')}$`)
}
