import { randomInt } from 'node:crypto'
import { REALTIME_PATH } from '@carillon/contract/destination'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTooComplex } from '../../http/json-size.ts'
import { isForeignHandshake, type OriginPolicy, ownOrigin } from '../../http/origin.ts'
import type { RawRoute } from '../../http/route.ts'
import { type Authenticate, firstSession, type Session, tokensOf } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import { MAX_MESSAGE_BYTES } from '../wire.ts'
import { readMessages } from './frames.ts'
import { sessionNameOf } from './paths.ts'
import type { ReceiverKind } from './receiver.ts'
import type { XhrSession } from './xhr-session.ts'
import type { XhrCaller, XhrSessions } from './xhr-sessions.ts'

const SESSION_PATH = `${REALTIME_PATH}/:server/:session`
const ONE_YEAR_SECONDS = 31_536_000
const PLAIN = 'text/plain; charset=UTF-8'
/** SockJS 0.3.3, "xhr-polling": frames are told as scripts. */
const FRAMES = 'application/javascript; charset=UTF-8'

type Handle = RawRoute['handle']
/** Request that opened a session, and its session. */
type Asked = { headers: FastifyRequest['headers']; session: Session | null }

/** Dependencies of SockJS over xhr. */
export type SockJsOptions = { sessions: XhrSessions; origins: OriginPolicy; authenticate: Authenticate }

/**
 * SockJS 0.3.3 beside its websocket: greeting, info, xhr-polling and xhr-streaming, for the station's own pages and
 * those of allowed origins. Transports that run in frames or scripts do not exist here.
 */
export function sockJsRoutes({ sessions, origins, authenticate }: SockJsOptions): RawRoute[] {
  const recheck = (asked: Asked, opened: XhrSession) => closeIfRevoked(asked, opened, authenticate)
  const open = { access: 'public', summary: 'Realtime for browsers without websockets: SockJS' } as const
  const guarded = (handle: Handle, methods: 'GET' | 'POST'): Handle => {
    return (call) => {
      allowOrigin(call.request, call.reply, origins)
      return call.request.method === 'OPTIONS' ? allowMethods(call.reply, methods) : handle(call)
    }
  }
  const post = (path: string, handle: Handle): RawRoute => ({
    ...open,
    path: `${SESSION_PATH}/${path}`,
    methods: ['POST', 'OPTIONS'],
    maxBodyBytes: MAX_MESSAGE_BYTES,
    handle: guarded(handle, 'POST'),
  })
  return [
    { ...open, path: REALTIME_PATH, handle: ({ reply }) => greet(reply) },
    { ...open, path: `${REALTIME_PATH}/`, handle: ({ reply }) => greet(reply) },
    { ...open, path: `${REALTIME_PATH}/info`, methods: ['GET', 'OPTIONS'], handle: guarded(sendInfo, 'GET') },
    { ...open, path: `${REALTIME_PATH}/websocket`, handle: ({ reply }) => askForUpgrade(reply) },
    { ...open, path: `${SESSION_PATH}/websocket`, handle: askSessionForUpgrade },
    post('xhr', receive(sessions, 'polling', recheck)),
    post('xhr_streaming', receive(sessions, 'streaming', recheck)),
    post('xhr_send', send(sessions)),
  ]
}

function greet(reply: FastifyReply): FastifyReply {
  return reply.type(PLAIN).send('Welcome to SockJS!\n')
}

/** SockJS 0.3.3, "WebSocket protocol": a request that asks for none. */
function askForUpgrade(reply: FastifyReply): FastifyReply {
  return reply.code(400).type(PLAIN).send('Can "Upgrade" only to "WebSocket".')
}

const askSessionForUpgrade: Handle = ({ request, reply }) => {
  requireName(request)
  return askForUpgrade(reply)
}

const sendInfo: Handle = ({ reply }) => {
  const info = { websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(2 ** 32) }
  return reply.type('application/json; charset=UTF-8').send(JSON.stringify(info))
}

function receive(
  sessions: XhrSessions,
  kind: ReceiverKind,
  recheck: (asked: Asked, opened: XhrSession) => Promise<void>,
): Handle {
  return ({ request, reply, session }) => {
    const name = requireName(request)
    const caller = callerOf(request, session)
    const known = sessions.find(name, caller)
    const xhrSession = known ?? sessions.open(name, caller)
    if (!known) void recheck({ headers: request.headers, session }, xhrSession)
    // Proxies are not to gather what is to be seen at once.
    reply.header('Content-Type', FRAMES).header('X-Accel-Buffering', 'no').hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    xhrSession.attach(reply.raw, kind)
  }
}

/** A ban between the request's check and the opening found no connection to close. */
async function closeIfRevoked(
  { headers, session }: Asked,
  opened: XhrSession,
  authenticate: Authenticate,
): Promise<void> {
  if (!session) return
  const current = await firstSession(tokensOf(headers), authenticate).catch(() => session)
  if (current?.person.role !== session.person.role) opened.expire()
}

function send(sessions: XhrSessions): Handle {
  return ({ request, reply, session }) => {
    const xhrSession = sessions.find(requireName(request), callerOf(request, session))
    if (!xhrSession) throw new AppError('NOT_FOUND')
    if (Buffer.isBuffer(request.body) && isTooComplex(request.body)) throw new AppError('INVALID_INPUT')
    const messages = readMessages(Buffer.isBuffer(request.body) ? request.body.toString() : '')
    if (!messages) throw new AppError('MALFORMED_JSON')
    if (!xhrSession.receive(messages)) throw new AppError('NOT_FOUND')
    return reply.code(204).type(PLAIN).send()
  }
}

function callerOf({ ip, host, headers }: FastifyRequest, session: Session | null): XhrCaller {
  return { session, address: ip, origin: ownOrigin(headers, host), program: headers['user-agent'] ?? '' }
}

function requireName({ url }: FastifyRequest): string {
  const name = sessionNameOf(url)
  if (!name) throw new AppError('NOT_FOUND')
  return name
}

/** Throws FOREIGN_ORIGIN for pages of other sites; tells those of allowed ones that they may read the answer. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: OriginPolicy): void {
  if (isForeignHandshake(request.headers, request.host, origins)) throw new AppError('FOREIGN_ORIGIN')
  const { origin } = request.headers
  reply.header('Cache-Control', 'no-store').header('Vary', 'Origin')
  if (origin === undefined) return
  reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Allow-Credentials', 'true')
}

function allowMethods(reply: FastifyReply, method: 'GET' | 'POST'): FastifyReply {
  return reply
    .code(204)
    .header('Access-Control-Allow-Methods', `OPTIONS, ${method}`)
    .header('Access-Control-Allow-Headers', 'content-type')
    .header('Access-Control-Max-Age', ONE_YEAR_SECONDS)
    .send()
}
