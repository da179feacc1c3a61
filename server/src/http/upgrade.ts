import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Access } from '@carillon/contract/endpoint'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { AppError } from '../kernel/app-error.ts'
import { patternOf } from './allowed-methods.ts'
import { clientAddressOf, hostOf, type Trust } from './client-address.ts'
import { errorReply, logFailure, type Translate, toAppError } from './error-reply.ts'
import { CLOSE_LIMIT_MS, OpenSockets, type Sockets } from './open-sockets.ts'
import { isForeignHandshake, type OriginPolicy } from './origin.ts'
import { endWithReply } from './raw-reply.ts'
import { headerLines, TRANSPORT_SECURITY } from './security-headers.ts'
import {
  type Authenticate,
  firstSession,
  requireAccess,
  type Session,
  sessionOf,
  tokensOf,
} from './session.ts'

/** A request to become a websocket, before it is one. */
export type Handshake = {
  request: IncomingMessage
  url: URL
  session: Session | null
  /** Address of the client, and host that it asked for, as trusted proxies say. */
  address: string
  host: string
}

/** An address that becomes a websocket. `Grant` is what `authorise` found and `accept` needs. */
export type Upgrade<Grant = unknown> = {
  /** As in the contract: `/ws/live`, `/ws/polls/:broadcastId`. */
  path: string
  access: Access
  /** A longer message closes the socket with 1009. */
  maxPayloadBytes: number
  /** Throws an AppError to refuse with its status. Origin, session and role have been checked. */
  authorise(handshake: Handshake): Promise<Grant> | Grant
  /** Owns the socket from here on. An `error` listener is on it already. */
  accept(socket: WebSocket, handshake: Handshake, grant: Grant): void
}

/** Keeps the types of one upgrade together; the table forgets them. */
export function upgrade<Grant>(definition: Upgrade<Grant>): Upgrade {
  return {
    ...definition,
    // A grant comes from the authorise of the same definition.
    accept: (socket, handshake, grant) => definition.accept(socket, handshake, grant as Grant),
  }
}

/** Dependencies of the websockets. */
export type UpgradeOptions = {
  upgrades: readonly Upgrade[]
  authenticate: Authenticate
  translate: Translate
  origins: OriginPolicy
  trust: Trust
  logger: Logger
  isClosing(): boolean
}

/** Whether a request asks for a websocket. RFC 9110 s7.8: any other upgrade, such as h2c, may be ignored. */
export function asksForWebsocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/** A message in more pieces than this is an attack: browsers send one. */
export const MAX_FRAGMENTS = 16
export const MAX_WAITING_HANDSHAKES = 1_000
/** The close code of a socket whose session or role is no more. */
export const SESSION_REVOKED = 4001

/** Lets the table's addresses become websockets; refuses everything else with its status, before the upgrade. */
export function acceptUpgrades(server: Server, options: UpgradeOptions): Sockets {
  const table = options.upgrades.map((entry) => ({
    ...entry,
    pattern: patternOf(entry.path),
    server: serverOf(entry),
  }))
  const open = new OpenSockets(table.map(({ path }) => path))
  let waiting = 0

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = readUrl(request)
    const entry = table.find(({ pattern }) => pattern.test(url.pathname))
    if (!entry) throw new AppError('NOT_FOUND')
    // RFC 6455 s4.1: a handshake is a GET.
    if (request.method !== 'GET') throw new AppError('METHOD_NOT_ALLOWED')
    if (options.isClosing()) throw new AppError('SHUTTING_DOWN')
    if (waiting > MAX_WAITING_HANDSHAKES) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
    const host = hostOf(request, options.trust)
    if (isForeignHandshake(request.headers, host, options.origins)) throw new AppError('FOREIGN_ORIGIN')
    const tokens = tokensOf(request.headers)
    const asked = { headers: request.headers, method: 'GET', access: entry.access }
    const session = await sessionOf(asked, options)
    requireAccess(entry.access, session)
    const address = clientAddressOf(request, options.trust)
    const handshake = { request, url, session, address, host }
    const grant = await entry.authorise(handshake)
    if (socket.destroyed) return
    entry.server.handleUpgrade(request, socket, head, (accepted) => {
      // Without a listener one oversized frame of anybody ends the process.
      accepted.on('error', (error) => {
        options.logger.debug({ err: error, path: entry.path }, 'socket error')
        stopReading(accepted, socket)
      })
      open.add(accepted, session, entry.path)
      entry.accept(accepted, handshake, grant)
      if (session) void closeIfRevoked(accepted, tokens, session)
    })
  }

  /** A ban between the handshake's check and its end found no socket to close. */
  async function closeIfRevoked(socket: WebSocket, tokens: string[], session: Session): Promise<void> {
    const current = await firstSession(tokens, options.authenticate).catch(() => session)
    if (current?.person.role !== session.person.role) socket.close(SESSION_REVOKED, 'Session revoked')
  }

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    waiting += 1
    admit(request, socket, head)
      .catch((error: unknown) => refuse(socket, error, options))
      .finally(() => {
        waiting -= 1
      })
  })

  return open
}

function serverOf({ maxPayloadBytes }: Upgrade): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
    clientTracking: false,
  })
}

/**
 * The peer has broken a limit and is told its close code, but what it goes on to send is not read: `ws` would read and
 * discard it for as long as the peer likes, and sockets that send without end would take the whole event loop.
 */
function stopReading(accepted: WebSocket, socket: Duplex): void {
  // `ws` lets it flow in the next tick; this one comes after that.
  process.nextTick(() => socket.pause())
  setTimeout(() => accepted.terminate(), CLOSE_LIMIT_MS).unref()
}

function readUrl(request: IncomingMessage): URL {
  const text = `http://station${request.url ?? '/'}`
  if (!request.url?.startsWith('/') || !URL.canParse(text)) throw new AppError('INVALID_INPUT')
  return new URL(text)
}

function refuse(socket: Duplex, error: unknown, { translate, logger, origins }: UpgradeOptions): void {
  const known = toAppError(error, translate)
  const requestId = crypto.randomUUID()
  logFailure(logger, error, known, { reqId: requestId })
  const isSecure = origins.publicUrl?.startsWith('https:') === true
  const headers = ['Cache-Control: no-store', ...headerLines(isSecure ? TRANSPORT_SECURITY : {})]
  if (known.status === 405) headers.push('Allow: GET, HEAD')
  endWithReply(socket, known.status, errorReply(known, requestId), headers)
}
