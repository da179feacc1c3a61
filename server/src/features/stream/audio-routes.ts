import type { ErrorCode } from '@carillon/contract/errors'
import { canModerate } from '@carillon/contract/policies'
import { LISTENER_QUERY, MP3_PATH, STREAM_PATH } from '@carillon/contract/stream/schemas'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { RawRoute } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { StreamFormat } from './listeners/stream-format.ts'
import type { OnAirBroadcast } from './on-air/on-air-broadcast.ts'
import type { Transmitter } from './on-air/transmitter.ts'
import type { StreamContext } from './ports.ts'
import { isRewindable } from './rewind/is-rewindable.ts'
import { FROM_QUERY, readFrom } from './rewind/rewind-request.ts'
import { type Playable, serveAudio } from './serve-audio.ts'
import type { Stream } from './service.ts'

const testParamsSchema = z.object({ file: z.string() })
const testFileSchema = z.object({ file: z.string().check(z.regex(/^\d{1,10}\.ogg$/)) })
const STREAMED = { 200: { description: 'An endless audio stream', type: 'audio/ogg' } }

/** The audio itself: what is live as Ogg Opus and MP3, and the private mounts of broadcasts in test. */
export function audioRoutes(stream: Stream, context: StreamContext): RawRoute[] {
  const station = { stream, clock: context.clock, settings: context.settings }
  return [
    {
      path: STREAM_PATH,
      summary: 'The live stream: Ogg Opus, for as long as the broadcast lasts',
      access: 'public',
      documented: {
        query: z.object({
          [LISTENER_QUERY]: z.optional(z.uuid()),
          delay: z.optional(z.enum(['low', 'medium'])),
          [FROM_QUERY]: z.optional(z.string()),
        }),
        answers: STREAMED,
        refusals: [
          ...['NOT_FOUND', 'MEDIA_AWAY', 'STATION_FULL', 'TOO_MANY_REQUESTS'],
          ...['INVALID_INPUT', 'NOT_REWINDABLE', 'BUSY'],
        ] as ErrorCode[],
      },
      handle: async ({ request, reply, session }) => {
        reply.header('Access-Control-Allow-Origin', '*') // other sites may read the refusal as well
        serveAudio(station, { request, reply, session }, await requireOgg(stream, context, request))
      },
    },
    {
      path: MP3_PATH,
      summary: 'The same as MP3, for browsers that cannot play Ogg Opus; 404 where it is not made',
      access: 'public',
      documented: {
        query: z.object({ [LISTENER_QUERY]: z.optional(z.uuid()) }),
        answers: { 200: { description: 'An endless audio stream', type: 'audio/mpeg' } },
        refusals: ['NOT_FOUND', 'MEDIA_AWAY', 'STATION_FULL', 'TOO_MANY_REQUESTS'],
      },
      handle: ({ request, reply, session }) => {
        reply.header('Access-Control-Allow-Origin', '*')
        serveAudio(station, { request, reply, session }, requireMp3(stream))
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
      handle: async ({ request, reply, session }) => {
        const onAir = await requireTest(stream, context, request, session)
        const format = onAir.transmitter.ogg
        serveAudio(station, { request, reply, session }, { kind: 'test', audience: onAir.audience, format })
      },
    },
  ]
}

function requirePublic(
  stream: Stream,
  formatOf: (transmitter: Transmitter) => StreamFormat | null,
): Playable {
  if (!stream.isRunning) throw new AppError('MEDIA_AWAY')
  const { betweenShows, registry } = stream
  const { publicAudience } = betweenShows
  const { publicTransmitter } = registry
  if (!publicTransmitter || !publicAudience)
    throw new AppError('NOT_FOUND', { message: 'Nothing is on air right now.' })
  const format = formatOf(publicTransmitter)
  if (!format) throw new AppError('NOT_FOUND')
  return { kind: 'live', audience: publicAudience, format }
}

const rewindSchema = z.object({ [FROM_QUERY]: z.optional(z.unknown()) })

/** Place on the public mount to listen from: what is live, or what was sent at the time that is asked for. */
async function requireOgg(
  stream: Stream,
  context: StreamContext,
  request: FastifyRequest,
): Promise<Playable> {
  const nowMs = context.clock.now()
  const askedMs = readFrom(rewindSchema.parse(request.query)[FROM_QUERY], nowMs)
  const playable = requirePublic(stream, ({ ogg }) => ogg)
  if (askedMs === null) return playable
  const { live } = stream
  if (!live) return rewindBetweenShows(stream, context, playable, { askedMs, nowMs })
  const tape = live.transmitter.rewinds.tapeOf(live.broadcastId)
  if (!tape || !(await tape.learnIsPublic(() => context.isRecordingPublic(live.broadcastId))))
    throw new AppError('NOT_REWINDABLE')
  // What is heard while its DJ is on the way is not of the show.
  if (tape.from === null && live.transmitter.rewinds.keptMs > 0)
    return rewindBetweenShows(stream, context, playable, { askedMs, nowMs })
  if (!(await tape.isReadable())) throw new AppError('NOT_REWINDABLE')
  // Meanwhile the show may have ended.
  if (stream.live !== live) throw new AppError('NOT_FOUND')
  const { mount, rewinds } = live.transmitter
  if (rewinds.tapeOf(live.broadcastId) !== tape) throw new AppError('NOT_REWINDABLE')
  const { position, timeMs } = tape.placeAt(askedMs, nowMs, mount.sent)
  return { ...playable, format: live.transmitter.oggFrom(position), fromMs: timeMs }
}

async function rewindBetweenShows(
  stream: Stream,
  context: StreamContext,
  playable: Playable,
  { askedMs, nowMs }: { askedMs: number; nowMs: number },
): Promise<Playable> {
  const transmitter = stream.registry.publicTransmitter
  const place = await transmitter?.rewinds.placeOf(askedMs, nowMs, (id) => isRewindable(id, context))
  // Meanwhile the mount may have closed.
  if (stream.registry.publicTransmitter !== transmitter) throw new AppError('NOT_FOUND')
  if (!transmitter || !place) throw new AppError('NOT_REWINDABLE')
  return { ...playable, format: transmitter.oggFrom(place.position), fromMs: place.timeMs }
}

function requireMp3(stream: Stream): Playable {
  if (!stream.offers.hasMp3) throw new AppError('NOT_FOUND', { message: 'This station makes no MP3.' })
  return requirePublic(stream, ({ mp3 }) => mp3)
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
  const onAir = stream.find(id)
  const broadcast = onAir?.kind === 'test' ? await findBroadcast(id) : null
  if (!onAir || !broadcast || !session || !canModerate(session.person, broadcast))
    throw new AppError('NOT_FOUND')
  return onAir
}
