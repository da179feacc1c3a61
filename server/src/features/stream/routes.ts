import { envelope } from '@carillon/contract/envelope'
import { canModerate } from '@carillon/contract/policies'
import {
  getRadioStatus,
  getStreamConfig,
  getStreamHealth,
  getStreamStatus,
  startRadio,
  startStream,
  stopRadio,
  stopStream,
} from '@carillon/contract/stream/endpoints'
import { LISTENER_QUERY, MP3_PATH, STREAM_PATH, streamHealthSchema } from '@carillon/contract/stream/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { type RawRoute, type Route, route } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../../kernel/ip-network.ts'
import { listen, streamHeaders } from './listeners/listen.ts'
import type { StreamFormat } from './listeners/stream-format.ts'
import type { OnAirBroadcast } from './on-air/on-air-broadcast.ts'
import type { StreamContext } from './ports.ts'
import type { Stream } from './service.ts'
import { isServing } from './status/health.ts'
import { streamConfigFor } from './status/urls.ts'

const JSON_TYPE = 'application/json'
const RETRY_WHEN_FULL_SECONDS = 10
const streamQuerySchema = z.object({
  [LISTENER_QUERY]: z.catch(z.nullable(z.uuid()), null),
  delay: z.catch(z.optional(z.string()), undefined),
})

/** What is listened to, and in which form. */
type Playable = { onAir: OnAirBroadcast; format: StreamFormat }

const testParamsSchema = z.object({ file: z.string() })
const testFileSchema = z.object({ file: z.string().check(z.regex(/^\d{1,10}\.ogg$/)) })
const STREAMED = { 200: { description: 'Sound without an end', type: 'audio/ogg' } }

/** The JSON calls of the stream. */
export function streamRoutes(stream: Stream, { settings, keepRunningSince }: StreamContext): Route[] {
  const { radio, feed } = stream
  const radioStatus = () => ({
    running: radio.isRunning,
    startedAt: radio.runningSince?.toISOString() ?? null,
    feedHeld: feed.isHeld,
  })
  return [
    route(getStreamConfig, ({ request }) =>
      streamConfigFor(settings.publicUrl ?? baseUrlOf(request), stream.offers),
    ),
    route(getStreamStatus, () => stream.status()),
    route(getStreamHealth, () => stream.health()),
    route(startStream, async ({ session }) => {
      await feed.hold(false, session.person)
      return stream.status()
    }),
    route(stopStream, async ({ session }) => {
      await feed.hold(true, session.person)
      return stream.status()
    }),
    route(startRadio, async () => {
      radio.start()
      await keepRunningSince?.(radio.runningSince)
      return radioStatus()
    }),
    route(stopRadio, async () => {
      radio.stop()
      await keepRunningSince?.(null)
      return radioStatus()
    }),
    route(getRadioStatus, radioStatus),
  ]
}

/** The audio itself, and the health check of load balancers. */
export function rawStreamRoutes(stream: Stream, context: StreamContext): RawRoute[] {
  const serve = (
    request: FastifyRequest,
    reply: FastifyReply,
    { onAir, format }: Playable,
    session: Session | null,
  ) => {
    if (stream.isFull && request.method !== 'HEAD')
      throw new AppError('STATION_FULL', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
    if (!stream.places.hasRoomFor(networkOf(request.ip)) && request.method !== 'HEAD')
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
    reply.headers(streamHeaders(onAir.kind, format.mimeType, new Date(context.clock.now())))
    const headers = headersOf(reply)
    if (request.method === 'HEAD') {
      sendHead(reply, headers)
      return
    }
    const query = streamQuerySchema.parse(request.query)
    reply.hijack()
    listen({
      request: request.raw,
      response: reply.raw,
      audience: onAir.audience,
      format,
      headers,
      listenerId: query[LISTENER_QUERY],
      isLowDelay: query.delay === 'low',
      session: onAir.kind === 'test' ? session : null,
      takePlace: () => stream.places.take(networkOf(request.ip)),
      onEnd: (how, sentBytes) => stream.counters.listenerGone(how, sentBytes),
    })
  }
  return [
    {
      path: STREAM_PATH,
      summary: 'The live stream: Ogg Opus, for as long as the broadcast lasts',
      access: 'public',
      documented: {
        query: z.object({ [LISTENER_QUERY]: z.optional(z.uuid()), delay: z.optional(z.literal('low')) }),
        answers: STREAMED,
        refusals: ['NOT_FOUND', 'MEDIA_AWAY', 'STATION_FULL', 'TOO_MANY_REQUESTS'],
      },
      handle: ({ request, reply, session }) => {
        reply.header('Access-Control-Allow-Origin', '*') // other sites may read the refusal as well
        serve(request, reply, ofOgg(requireLive(stream)), session)
      },
    },
    {
      path: MP3_PATH,
      summary: 'The same as MP3, for browsers that cannot play Ogg Opus; 404 where it is not made',
      access: 'public',
      documented: {
        query: z.object({ [LISTENER_QUERY]: z.optional(z.uuid()) }),
        answers: { 200: { description: 'Sound without an end', type: 'audio/mpeg' } },
        refusals: ['NOT_FOUND', 'MEDIA_AWAY', 'STATION_FULL', 'TOO_MANY_REQUESTS'],
      },
      handle: ({ request, reply, session }) => {
        reply.header('Access-Control-Allow-Origin', '*')
        serve(request, reply, requireMp3(stream), session)
      },
    },
    {
      path: '/test/:file',
      summary: 'The private mount of a broadcast in test: its DJ and staff',
      access: 'signed-in',
      documented: {
        params: testFileSchema,
        answers: STREAMED,
        refusals: ['STATION_FULL', 'TOO_MANY_REQUESTS'],
      },
      handle: async ({ request, reply, session }) =>
        serve(request, reply, ofOgg(await requireTest(stream, context, request, session)), session),
    },
    {
      path: '/stream/health',
      summary: 'Health of the stream for load balancers: 503 when it cannot serve',
      access: 'public',
      documented: {
        answers: {
          200: { description: 'It can serve', type: JSON_TYPE, body: envelope(streamHealthSchema) },
          503: { description: 'It cannot', type: JSON_TYPE, body: envelope(streamHealthSchema) },
        },
      },
      handle: ({ reply }) => {
        const data = stream.health()
        return reply
          .code(isServing(data) ? 200 : 503)
          .header('Cache-Control', 'no-store')
          .send({ success: true, data })
      },
    },
  ]
}

/** What the reply would carry, for a head that is written by hand. */
function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** What GET would answer. No length: an endless body has none, and Fastify would say 0. */
function sendHead(reply: FastifyReply, headers: Record<string, string>): void {
  reply.hijack()
  reply.raw.writeHead(200, headers).end()
}

function requireLive(stream: Stream): OnAirBroadcast {
  if (!stream.isRunning) throw new AppError('MEDIA_AWAY')
  if (!stream.live) throw new AppError('NOT_FOUND', { message: 'Nothing is on air right now.' })
  return stream.live
}

function requireMp3(stream: Stream): Playable {
  if (!stream.offers.hasMp3) throw new AppError('NOT_FOUND', { message: 'This station makes no MP3.' })
  const onAir = requireLive(stream)
  if (!onAir.mp3) throw new AppError('NOT_FOUND')
  return { onAir, format: onAir.mp3 }
}

function ofOgg(onAir: OnAirBroadcast): Playable {
  return { onAir, format: onAir.ogg }
}

/** A test does not exist for who may not listen to it. */
async function requireTest(
  stream: Stream,
  { findBroadcast }: StreamContext,
  request: FastifyRequest,
  session: Session | null,
): Promise<OnAirBroadcast> {
  const { file } = testParamsSchema.parse(request.params)
  const id = Number(/^(\d{1,10})\.ogg$/.exec(file)?.[1])
  const onAir = stream.onAir(id)
  const broadcast = onAir?.kind === 'test' ? await findBroadcast(id) : null
  if (!onAir || !broadcast || !session || !canModerate(session.person, broadcast))
    throw new AppError('NOT_FOUND')
  return onAir
}

function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}
