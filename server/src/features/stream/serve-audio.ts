import { LISTENER_QUERY } from '@carillon/contract/stream/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../../kernel/ip-network.ts'
import { listen, streamHeaders } from './listeners/listen.ts'
import { delayOf } from './listeners/listener.ts'
import type { Joinable } from './listeners/moving-audience.ts'
import type { StreamFormat } from './listeners/stream-format.ts'
import type { MountKind } from './mount/mount.ts'
import { icyHeaders } from './players/icy-headers.ts'
import { asksForTitles, METAINT_BYTES, TitleInserter } from './players/icy-metadata.ts'
import type { StreamContext } from './ports.ts'
import type { Stream } from './service.ts'
import { soundTitleOf } from './status/item-on-air.ts'
import { baseUrlFor } from './status/urls.ts'

const RETRY_WHEN_FULL_SECONDS = 10
const querySchema = z.object({
  [LISTENER_QUERY]: z.catch(z.nullable(z.uuid()), null),
  delay: z.optional(z.unknown()),
})

/** Mount to listen to, where its listeners are counted, and the format. */
export type Playable = {
  kind: MountKind
  audience: Joinable
  format: StreamFormat
  /** When the sound was sent that it begins with, in ms since 1970; absent for what is live. */
  fromMs?: number
}

/** Header of a stream that begins earlier: when that was sent. */
export const FROM_HEADER = 'Rewind-From'

/** Makes a request a listener, or answers HEAD. Throws STATION_FULL, TOO_MANY_REQUESTS. */
export function serveAudio(
  { stream, clock, settings }: { stream: Stream } & Pick<StreamContext, 'clock' | 'settings'>,
  { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: Session | null },
  { kind, audience, format, fromMs }: Playable,
): void {
  if (request.method !== 'HEAD') requirePlace(stream, request.ip)
  reply.headers(streamHeaders(kind, format.mimeType, new Date(clock.now())))
  const identity = { name: settings.stationName ?? '', url: baseUrlFor(settings, request) }
  if (kind === 'live') reply.headers(icyHeaders(identity, format.bitsPerSecond))
  if (fromMs !== undefined) {
    reply.header(FROM_HEADER, new Date(fromMs).toISOString())
    reply.header(
      'Access-Control-Expose-Headers',
      `${reply.getHeader('Access-Control-Expose-Headers')}, ${FROM_HEADER}`,
    )
  }
  const hasTitles = format.carriesTitles && asksForTitles(request.headers['icy-metadata'])
  if (hasTitles) reply.header('icy-metaint', String(METAINT_BYTES))
  const headers = headersOf(reply)
  if (request.method === 'HEAD') {
    sendHead(reply, headers)
    return
  }
  const titles = hasTitles ? new TitleInserter(() => soundTitleOf(stream.onAir)) : null
  const query = querySchema.parse(request.query)
  // A listener holds what its functions name: not the request, for as long as somebody listens.
  const network = networkOf(request.ip)
  reply.hijack()
  listen({
    request: request.raw,
    response: reply.raw,
    audience,
    format,
    headers,
    listenerId: query[LISTENER_QUERY],
    delay: delayOf(query.delay),
    insertTitles: titles && ((bytes) => titles.insert(bytes)),
    session: kind === 'test' ? session : null,
    onBegin: () => stream.places.take(network),
    onEnd: (how, sentBytes) => {
      stream.places.leave(network)
      stream.counters.listenerGone(how, sentBytes)
    },
  })
}

function requirePlace(stream: Stream, address: string): void {
  const retry = { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS }
  if (stream.isFull) throw new AppError('STATION_FULL', retry)
  if (!stream.places.hasRoomFor(networkOf(address))) throw new AppError('TOO_MANY_REQUESTS', retry)
}

/** Headers that the reply would carry, for a head that is written by hand. */
function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Sends the head that GET would answer with. No length: an endless body has none, and Fastify would say 0. */
function sendHead(reply: FastifyReply, headers: Record<string, string>): void {
  reply.hijack()
  reply.raw.writeHead(200, headers).end()
}
