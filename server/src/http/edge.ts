import { EventEmitter, once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_BODY_BYTES, takesKey } from '@carillon/contract/endpoint'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../kernel/app-error.ts'
import { allowedMethods, routeOf, templateOf } from './allowed-methods.ts'
import { type Bodies, createBodies } from './bodies.ts'
import { type Callers, createCallers } from './callers.ts'
import type { Trust } from './client-address.ts'
import { answerUnreadable } from './client-error.ts'
import { BACKLOG, CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connections.ts'
import { crossOriginHeaders, isAllowedPreflight, preflightHeaders } from './cross-origin.ts'
import { failureOf, sendError, type Translate, toAppError } from './error-reply.ts'
import { type IdempotencyStore, oncePerKey } from './idempotency.ts'
import { JSON_TYPE } from './json-type.ts'
import { type KeptReplies, keyOf, sendKept } from './kept-replies.ts'
import { isForeignWrite, type OriginPolicy } from './origin.ts'
import { compressRead } from './packed.ts'
import { type RawRoute, type Route, Standing } from './route.ts'
import { contentPolicy, placesBeside, setSecurityHeaders } from './security-headers.ts'
import { type Authenticate, SAFE_METHODS, type Session } from './session.ts'
import { showReply, type Unshowable } from './show-reply.ts'
import { serveWeb } from './static.ts'
import { type CountReply, createUnreadReplies } from './unread-replies.ts'
import { asksForWebsocket } from './upgrade.ts'
import { readJson, validate, validateParams, validateQuery } from './validate.ts'
import { createBurstPace, isPaced, type PaceBurst, type PaceWrite } from './write-pace.ts'
import { WritesAtOnce } from './writes-at-once.ts'

/** Dependencies of the edge. */
export type EdgeOptions = {
  routes: readonly Route[]
  rawRoutes: readonly RawRoute[]
  authenticate: Authenticate
  translate: Translate
  idempotency: IdempotencyStore
  /** Asked before each write of somebody who is signed in, once it is known to be one that could be made. */
  paceWrite: PaceWrite
  /** Writes of one person at work at once; unless given, as many as a station's. */
  writesAtOnce?: number | undefined
  /** Kept replies for visitors; without them, each reply is made again. */
  kept?: KeptReplies
  origins: OriginPolicy
  trust: Trust
  /** Unless said, those of a station. */
  limits?: ConnectionLimits
  /** The built web app; absent, the station has calls and sound but no pages. */
  webFolder: string
  /** Put into the pages that go out. */
  stationName: string
  /** Put there too: the zone of the times that pages show. */
  timeZone: string
  /** And how to reach the station. */
  contact: Record<'email' | 'studio' | 'hours' | 'mail', string | null>
  /** Origins beside its own site that the page may get sound from. */
  soundOrigins: readonly string[]
  logger: Logger
  /** True from the signal to stop until the end. */
  isClosing(): boolean
  /** Told of every reply that was sent whole. `route` is the template it matched, null where none did. */
  onReply?(reply: { method: string; route: string | null; status: number }): void
  /** Told of each row that was left out of a reply, and of each thing that could not be shown. */
  onUnshowable(row: Unshowable): void
}

/** The running HTTP edge. */
export type Edge = {
  server: Server
  listen(address: { port: number; host: string }): Promise<string>
  /** Resolves when no call is at work; streams count until they end. */
  idle(): Promise<void>
  /** Stops listening and cuts what is left. */
  close(): Promise<void>
}

/** The HTTP edge: every call of the contract, deny by default. The caller listens and closes. */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const { limits = CONNECTION_LIMITS } = options
  const streaming = new WeakSet<Socket>()
  const app: FastifyInstance = fastify({
    http: { shouldUpgradeCallback: asksForWebsocket, connectionsCheckingInterval: limits.checkMs },
    // Fastify tells on info where it listens; the station says that itself.
    loggerInstance: options.logger.child({}, { level: quieter(options.logger.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Few requests log anything: those that do name themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: options.trust,
    bodyLimit: MAX_BODY_BYTES,
    // Anyone who takes longer for its headers or its small body holds a socket for nothing.
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 72_000,
    connectionTimeout: limits.stalledMs,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      // No hook has seen this request.
      setSecurityHeaders(reply as FastifyReply, isToStaySecure(request as FastifyRequest, options))
      sendError(request as FastifyRequest, reply as FastifyReply, error, options.translate)
    },
    clientErrorHandler: (error: Error & { code?: string }, socket) => {
      // Asked once for each request that takes too long: a streamed one has other limits.
      const mayTakeLonger = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streaming.has(socket)
      if (!mayTakeLonger) answerUnreadable(error, socket)
    },
    return503OnClosing: false,
    forceCloseConnections: true,
    exposeHeadRoutes: true,
  })
  limitConnections(app.server, limits)
  await app.register(cookie)
  const callers = createCallers(options)
  const bodies = createBodies(callers)
  const methodsOf = methodsIn(options)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', bodies.read)
  addHooks(app, options, methodsOf)
  const writes = new WritesAtOnce(options.writesAtOnce)
  const countReply = createUnreadReplies(callers)
  const paceBurst = createBurstPace(() => performance.now())
  const serving = { callers, writes, bodies, options, countReply, paceBurst, streaming }
  for (const route of options.routes) addRoute(app, route, serving)
  await app.register(async (scope) => {
    // Here alone: elsewhere a form of another site, which may send text without asking, is no JSON.
    scope.addContentTypeParser('*', bodies.read)
    for (const route of options.rawRoutes) if (!route.isStreamed) addRawRoute(scope, route, serving)
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of options.rawRoutes) if (route.isStreamed) addRawRoute(scope, route, serving)
  })
  app.setNotFoundHandler(notFound(unknownOf(methodsOf), await servePages(app, options)))
  const idle = countReplies(app.server)
  const listen: Edge['listen'] = (address) => app.listen({ ...address, backlog: BACKLOG })
  return { server: app.server, listen, idle, close: () => app.close() }
}

/** Gives what waits for the replies that are under way. */
function countReplies(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>()
  const isLast = new EventEmitter()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) isLast.emit('idle')
    })
  })
  return async () => {
    if (open.size > 0) await once(isLast, 'idle')
  }
}

function addHooks(app: FastifyInstance, options: EdgeOptions, methodsOf: MethodsOf): void {
  const refuseUnknown = unknownOf(methodsOf)
  const { allowedOrigins } = options.origins
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply, isToStaySecure(request, options))
    // RFC 9112 s9.3: HTTP/1.1 persists unless it says otherwise; every reply pays for each word here.
    if (request.raw.httpVersion === '1.1' && reply.raw.shouldKeepAlive) reply.raw.removeHeader('Connection')
    if (isCall(request)) {
      reply.headers(crossOriginHeaders(request.headers, allowedOrigins))
      const methods = isAllowedPreflight(request, allowedOrigins) ? methodsOf(request.url) : []
      if (methods.length > 0) return reply.code(204).headers(preflightHeaders(methods)).send()
    }
    if (options.isClosing() && !isProbe(request)) {
      reply.header('Connection', 'close')
      throw new AppError('SHUTTING_DOWN')
    }
    if (SAFE_METHODS.has(request.method)) return
    // Before its body is read.
    if (request.is404) throw refuseUnknown(request, reply)
    if (isForeignWrite(request.headers, request.host, options.origins)) throw new AppError('FOREIGN_ORIGIN')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, is404 } = request
    const route = is404 || !routeOptions.url ? null : templateOf(routeOptions.url)
    options.onReply?.({ method, route, status: reply.statusCode })
  })
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, options.translate))
}

/** Why what no route takes is refused; `Allow` is set where another method would find something. */
type RefuseUnknown = (request: FastifyRequest, reply: FastifyReply) => AppError

/** Which methods an address takes. */
type MethodsOf = ReturnType<typeof allowedMethods>

function methodsIn({ routes, rawRoutes }: EdgeOptions): MethodsOf {
  return allowedMethods([
    ...routes.map(({ endpoint }) => endpoint),
    ...rawRoutes.flatMap(({ path, methods = ['GET'] }) => methods.map((method) => ({ method, path }))),
  ])
}

function unknownOf(methodsOf: MethodsOf): RefuseUnknown {
  return ({ url, method }, reply) => {
    const methods = methodsOf(url)
    // The router takes no parameter that is this long.
    if (methods.length === 0 || methods.includes(method)) return new AppError('NOT_FOUND')
    reply.header('Allow', methods.join(', '))
    return new AppError('METHOD_NOT_ALLOWED')
  }
}

/** A page of the web app, or 404; 405 where another method would find something. */
function notFound(refuseUnknown: RefuseUnknown, sendPage: Awaited<ReturnType<typeof serveWeb>>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refuseUnknown(request, reply)
    if (refusal.code === 'METHOD_NOT_ALLOWED') throw refusal
    if (!(await sendPage(request, reply))) throw refusal
    return reply
  }
}

/** Services shared by all routes. */
type Serving = {
  callers: Callers
  writes: WritesAtOnce
  bodies: Bodies
  countReply: CountReply
  paceBurst: PaceBurst
  /** Connections whose request may take its time. */
  streaming: WeakSet<Socket>
  options: EdgeOptions
}

function addRoute(app: FastifyInstance, route: Route, serving: Serving): void {
  const { endpoint } = route
  const { access } = endpoint
  const { callers, writes, bodies, countReply, paceBurst, options } = serving
  app.route({
    method: endpoint.method,
    url: routeOf(endpoint.path),
    bodyLimit: endpoint.maxBodyBytes ?? MAX_BODY_BYTES,
    onRequest: async (request, reply) => {
      if (SAFE_METHODS.has(request.method)) return
      bodies.requireReadable(request, 'json')
      writes.enter(await callers.admit(request, access), reply)
    },
    handler: async (request, reply) => {
      const session = await callers.current(request, access)
      const key = route.isKept && !session ? keyOf(request) : null
      if (key && options.kept) {
        const kept = await options.kept.get(key, async () => (await answerTo(request, reply, session)).body)
        return sendKept(request, reply, kept)
      }
      const answer = await answerTo(request, reply, session)
      reply.header('Cache-Control', 'no-store')
      if (answer.status === 204) return reply.code(204).send()
      reply.code(answer.status).type(JSON_TYPE)
      return reply.send(countReply(request, reply, await compressRead(request, reply, answer.body)))
    },
  })

  async function answerTo(request: FastifyRequest, reply: FastifyReply, session: Session | null) {
    const params = validateParams(endpoint.params, request.params)
    const subject = await route.load({ params, session, request })
    const foundFirst = async <T>(check: () => T): Promise<Awaited<T>> => {
      try {
        return await check()
      } catch (error) {
        await route.loadRefused({ params, session, request })
        throw error
      }
    }
    const { query, body } = await foundFirst(() => ({
      query: validateQuery(endpoint.query, request.query),
      body: endpoint.body && validate(endpoint.body, readJson(request.body), route.otherNames),
    }))
    const run = async () => {
      // A repeated key gets its first answer and is no other write.
      if (isPaced(endpoint) && session) await foundFirst(() => options.paceWrite(session, endpoint))
      await foundFirst(() => paceBurst(session, endpoint.rate))
      const given = await route.handle({ params, query, body, session, subject, request, reply })
      const isStanding = given instanceof Standing
      const data = showReply(endpoint, isStanding ? given.data : given, options.onUnshowable)
      const status = isStanding ? 200 : endpoint.status
      return { status, body: envelopeOf(data, status) }
    }
    const failed = (error: unknown) => failureOf(toAppError(error, options.translate), request.id)
    return takesKey(endpoint) ? oncePerKey(options.idempotency, request, session, { run, failed }) : run()
  }
}

function addRawRoute(
  app: FastifyInstance,
  route: RawRoute,
  { callers, writes, bodies, countReply, paceBurst, streaming, options }: Serving,
): void {
  const { maxBodyBytes = MAX_BODY_BYTES } = route
  app.route({
    method: route.methods ? [...route.methods] : ['GET', 'HEAD'],
    url: routeOf(route.path),
    bodyLimit: maxBodyBytes,
    config: { isProbe: route.isProbe === true },
    onRequest: async (request, reply) => {
      if (SAFE_METHODS.has(request.method)) return
      bodies.requireReadable(request, 'any')
      writes.enter(await callers.admit(request, route.access), reply)
      if (route.isStreamed) letTakeItsTime(streaming, request, reply)
    },
    handler: async (request, reply) => {
      const readmit = () => callers.admit(request, route.access)
      const session = route.isProbe ? null : await callers.current(request, route.access)
      const call = { method: request.method, path: route.path, access: route.access }
      const run = async () => {
        if (isPaced(call) && session) await options.paceWrite(session, call)
        const subject = await route.load?.({ request, session })
        paceBurst(session, route.rate)
        const count = (content: Buffer) => countReply(request, reply, content)
        return route.handle({ request, reply, session, subject, readmit, countReply: count })
      }
      if (route.isCreating) await sendCreated(options, { request, reply, session }, run)
      else await run()
      return reply
    },
  })
}

/** Takes a connection out of the limit of time for whole requests until its reply is sent. */
function letTakeItsTime(streaming: WeakSet<Socket>, { raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  streaming.add(socket)
  reply.raw.once('close', () => streaming.delete(socket))
}

/** Sends what `create` gives, once for each `Idempotency-Key`. */
async function sendCreated(
  { idempotency, translate }: EdgeOptions,
  { request, reply, session }: Pick<Parameters<RawRoute['handle']>[0], 'request' | 'reply' | 'session'>,
  create: () => unknown,
): Promise<void> {
  const answer = await oncePerKey(idempotency, request, session, {
    run: async () => ({ status: 201, body: envelopeOf(await create(), 201) }),
    failed: (error) => failureOf(toAppError(error, translate), request.id),
  })
  reply.code(answer.status).header('Cache-Control', 'no-store').type(JSON_TYPE)
  await reply.send(answer.body)
}

/** Whether pages of allowed origins may read it: sound and sockets have their own answer to that. */
function isCall({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/') || url.startsWith('/stream/')
}

/** As `addRawRoute` has noted it. */
function isProbe({ routeOptions }: FastifyRequest): boolean {
  return 'isProbe' in routeOptions.config && routeOptions.config.isProbe === true
}

/** Pages may speak to the station, and to where it is heard. */
function servePages(
  app: FastifyInstance,
  { webFolder, stationName, timeZone, contact, soundOrigins, origins }: EdgeOptions,
) {
  const policyOf = (html: string, { host }: FastifyRequest) =>
    contentPolicy(html, placesBeside(host, origins.publicUrl, soundOrigins))
  return serveWeb(app, { folder: webFolder, stationName, timeZone, contact, policyOf })
}

/** Anyone who came by https, or is meant to, is to come by nothing else. A proxy's word counts as TRUST_PROXY says. */
function isToStaySecure({ protocol }: FastifyRequest, { origins }: EdgeOptions): boolean {
  return protocol === 'https' || origins.publicUrl?.startsWith('https:') === true
}

/** Of what is told anyway, only warnings and worse. */
function quieter(level: string): string {
  return ['info', 'debug', 'trace'].includes(level) ? 'warn' : level
}

function envelopeOf(data: unknown, status: number): string {
  return status === 204 ? '' : JSON.stringify({ success: true, data })
}
