import { EventEmitter, once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { allowedMethods, routeOf, templateOf } from './allowed-methods.ts'
import { AppError } from './app-error.ts'
import type { Trust } from './client-address.ts'
import { answerUnreadable } from './client-error.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connections.ts'
import { sendError, type Translate } from './error-reply.ts'
import { type IdempotencyStore, oncePerKey } from './idempotency.ts'
import { isForeignWrite, type OriginPolicy } from './origin.ts'
import { type RawRoute, type Route, Standing } from './route.ts'
import { contentPolicy, placesBeside, setSecurityHeaders } from './security-headers.ts'
import { type Authenticate, requireAccess, SAFE_METHODS, sessionOf } from './session.ts'
import { serveWeb } from './static.ts'
import { asksForWebsocket } from './upgrade.ts'
import { readJson, validate, validateParams, validateQuery } from './validate.ts'

/** The largest body of the contract is a few kilobytes of text. */
const MAX_BODY_BYTES = 256 * 1024

/** What the edge is built from. */
export type EdgeOptions = {
  routes: readonly Route[]
  rawRoutes: readonly RawRoute[]
  authenticate: Authenticate
  translate: Translate
  idempotency: IdempotencyStore
  origins: OriginPolicy
  trust: Trust
  /** Unless said, those of a station. */
  limits?: ConnectionLimits
  /** The built web app; absent, the station has calls and sound but no pages. */
  webFolder: string
  /** Put into the pages that go out. */
  stationName: string
  /** Where the page may get sound from besides its own site. */
  soundOrigins: readonly string[]
  logger: Logger
  /** True from the signal to stop until the end. */
  isClosing(): boolean
  /** Told of every reply that was sent whole. `route` is the template it matched, null where none did. */
  onReply?(reply: { method: string; route: string | null; status: number }): void
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
  const app: FastifyInstance = fastify({
    http: { shouldUpgradeCallback: asksForWebsocket, connectionsCheckingInterval: limits.checkMs },
    // Fastify tells on info where it listens; the station says that itself.
    loggerInstance: options.logger.child({}, { level: quieter(options.logger.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trust,
    bodyLimit: MAX_BODY_BYTES,
    // Whoever takes longer for its headers or its small body holds a socket for nothing.
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
    clientErrorHandler: answerUnreadable,
    return503OnClosing: false,
    forceCloseConnections: true,
    exposeHeadRoutes: true,
  })
  limitConnections(app.server, limits)
  await app.register(cookie)
  readBodiesAsBytes(app)
  addHooks(app, options)
  for (const route of options.routes) addRoute(app, route, options)
  await app.register(async (scope) => {
    // Here alone: elsewhere a form of another site, which may send text without asking, is no JSON.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of options.rawRoutes) addRawRoute(scope, route, options)
  })
  app.setNotFoundHandler(notFound(options, await servePages(app, options)))
  const idle = countReplies(app.server)
  return { server: app.server, listen: (address) => app.listen(address), idle, close: () => app.close() }
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

/** Bodies stay bytes until session and role are known: who may not call does not learn how its JSON was. */
function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

function addHooks(app: FastifyInstance, options: EdgeOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply, isToStaySecure(request, options))
    if (options.isClosing() && !isProbe(request)) {
      reply.header('Connection', 'close')
      throw new AppError('SHUTTING_DOWN')
    }
    if (request.is404 || SAFE_METHODS.has(request.method)) return
    if (isForeignWrite(request.headers, request.host, options.origins)) throw new AppError('FOREIGN_ORIGIN')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, is404 } = request
    const route = is404 || !routeOptions.url ? null : templateOf(routeOptions.url)
    options.onReply?.({ method, route, status: reply.statusCode })
  })
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, options.translate))
}

/** A page of the web app, or 404; 405 where another method would find something. */
function notFound(options: EdgeOptions, sendPage: Awaited<ReturnType<typeof serveWeb>>) {
  const methodsOf = allowedMethods([
    ...options.routes.map(({ endpoint }) => endpoint),
    ...options.rawRoutes.flatMap(({ path, methods = ['GET'] }) =>
      methods.map((method) => ({ method, path })),
    ),
  ])
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(request.url)
    // The router takes no parameter that is so long.
    if (methods.includes(request.method)) throw new AppError('NOT_FOUND')
    if (methods.length > 0) {
      reply.header('Allow', methods.join(', '))
      throw new AppError('METHOD_NOT_ALLOWED')
    }
    if (!(await sendPage(request, reply))) throw new AppError('NOT_FOUND')
    return reply
  }
}

function addRoute(app: FastifyInstance, route: Route, options: EdgeOptions): void {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: routeOf(endpoint.path),
    handler: async (request, reply) => {
      const { headers, method } = request
      const session = await sessionOf({ headers, method, access: endpoint.access }, options)
      requireAccess(endpoint.access, session)
      const params = validateParams(endpoint.params, request.params)
      const subject = await route.load({ params, session, request })
      const query = validateQuery(endpoint.query, request.query)
      const body = endpoint.body && validate(endpoint.body, readJson(request.body))
      const run = async () => {
        const given = await route.handle({ params, query, body, session, subject, request, reply })
        const isStanding = given instanceof Standing
        const data = endpoint.reply.parse(isStanding ? given.data : given)
        const status = isStanding ? 200 : endpoint.status
        return { status, body: envelopeOf(data, status) }
      }
      const answer =
        endpoint.status === 201 ? await oncePerKey(options.idempotency, request, session, run) : await run()
      reply.header('Cache-Control', 'no-store')
      if (answer.status === 204) return reply.code(204).send()
      return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
    },
  })
}

function addRawRoute(app: FastifyInstance, route: RawRoute, options: EdgeOptions): void {
  const { maxBodyBytes = MAX_BODY_BYTES } = route
  const requireSession = async ({ headers, method }: FastifyRequest) => {
    if (route.isProbe) return null
    const session = await sessionOf({ headers, method, access: route.access }, options)
    requireAccess(route.access, session)
    return session
  }
  app.route({
    method: route.methods ? [...route.methods] : ['GET', 'HEAD'],
    url: routeOf(route.path),
    bodyLimit: maxBodyBytes,
    config: { isProbe: route.isProbe === true },
    onRequest: async (request) => {
      if (maxBodyBytes <= MAX_BODY_BYTES) return
      if (Number(request.headers['content-length']) > maxBodyBytes) throw new AppError('BODY_TOO_LARGE')
      await requireSession(request)
    },
    handler: async (request, reply) => {
      await route.handle({ request, reply, session: await requireSession(request) })
      return reply
    },
  })
}

/** As `addRawRoute` has noted it. */
function isProbe({ routeOptions }: FastifyRequest): boolean {
  return 'isProbe' in routeOptions.config && routeOptions.config.isProbe === true
}

/** Pages may speak to the station, and to where it is heard. */
function servePages(app: FastifyInstance, { webFolder, stationName, soundOrigins, origins }: EdgeOptions) {
  const policyOf = (html: string, { host }: FastifyRequest) =>
    contentPolicy(html, placesBeside(host, origins.publicUrl, soundOrigins))
  return serveWeb(app, { folder: webFolder, stationName, policyOf })
}

/** Whoever came by https, or is meant to, is to come by nothing else. A proxy's word counts as TRUST_PROXY says. */
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
