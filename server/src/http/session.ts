import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '@carillon/contract/auth/schemas'
import type { Access } from '@carillon/contract/endpoint'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../kernel/app-error.ts'
import type { Translate } from './error-reply.ts'

/** A signed-in person's proof, as the edges pass it on. The token itself is known to the browser alone. */
export type Session = { id: number; person: Person }

/** Finds the session of a token; null for one that is unknown, expired or belongs to a banned account. */
export type Authenticate = (token: string) => Promise<Session | null>

/** RFC 9110 s9.2.1: methods that only read. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Tokens are 43 characters; what is much longer is not one and is not worth a hash. */
const MAX_TOKEN_LENGTH = 200
/**
 * The station sets one cookie, for the shortest path. Others for that path come from hosts of the domains above it, one from
 * each: more than there are.
 */
const MAX_COOKIES = 8

/** A request, as far as it tells who asks and whether that matters. */
type Asked = { headers: Headers; method: string; access: Access }
type Accounts = { authenticate: Authenticate; translate: Translate }
type Headers = { authorization?: string | undefined; cookie?: string | undefined }

/**
 * The session that a request carries, null without one. While the database is away, what is public is read as by a
 * visitor: the sound does not wait for accounts. Throws what `authenticate` throws otherwise.
 */
export async function sessionOf(
  { headers, method, access }: Asked,
  { authenticate, translate }: Accounts,
): Promise<Session | null> {
  try {
    return await firstSession(tokensOf(headers), authenticate)
  } catch (error) {
    const isPublicRead = access === 'public' && SAFE_METHODS.has(method)
    if (isPublicRead && translate(error)?.code === 'DATABASE_AWAY') return null
    throw error
  }
}

/**
 * The tokens that a request may mean, the first that counts being it: a bearer header alone, else the cookie that nobody
 * else can set, else those of the plain name. Of these the last is the station's own: a browser sends those for a longer
 * path first (RFC 6265 s5.4).
 */
export function tokensOf(headers: Headers): string[] {
  const bearer = bearerOf(headers)
  return (bearer ? [bearer] : cookiesOf(headers)).filter(({ length }) => length <= MAX_TOKEN_LENGTH)
}

/** The session of the first token that has one. */
export async function firstSession(
  tokens: readonly string[],
  authenticate: Authenticate,
): Promise<Session | null> {
  for (const token of tokens) {
    const session = await authenticate(token)
    if (session) return session
  }
  return null
}

/** RFC 6750 s2.1: `Authorization: Bearer <token>`. */
export function bearerOf({ authorization }: Headers): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Throws NOT_SIGNED_IN or FORBIDDEN unless the session may do what asks for this access. */
export function requireAccess(access: Access, session: Session | null): void {
  if (access === 'public') return
  if (!session) throw new AppError('NOT_SIGNED_IN')
  if (access !== 'signed-in' && !access.includes(session.person.role)) throw new AppError('FORBIDDEN')
}

function cookiesOf({ cookie = '' }: Headers): string[] {
  const own = valuesOf(cookie, SECURE_SESSION_COOKIE)
  const values = own.length > 0 ? own : valuesOf(cookie, SESSION_COOKIE)
  return values.slice(-MAX_COOKIES).reverse()
}

function valuesOf(cookie: string, cookieName: string): string[] {
  return cookie
    .split(';')
    .map((pair) => pair.split('=', 2))
    .filter(([name, value]) => name?.trim() === cookieName && value)
    .map(([, value = '']) => value.trim())
}
