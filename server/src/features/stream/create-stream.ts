import { BROADCASTERS } from '@carillon/contract/roles'
import {
  LISTENER_SOCKET_PATH,
  MAX_SOURCE_FRAME_BYTES,
  SOURCE_SOCKET_PATH,
} from '@carillon/contract/stream/schemas'
import type { RawRoute, Route } from '../../http/route.ts'
import { type Upgrade, upgrade } from '../../http/upgrade.ts'
import { createWakingClock } from '../../kernel/waking-clock.ts'
import { RELAY_PATH } from './cluster/relay.ts'
import { segmentsForInstances } from './outputs/hls/instances.ts'
import { hlsRoutes } from './outputs/hls/routes.ts'
import { playerRoutes } from './players/routes.ts'
import { statsRoutes } from './players/stats-routes.ts'
import type { StreamContext } from './ports.ts'
import { rawStreamRoutes, streamRoutes } from './routes.ts'
import { Stream } from './service.ts'
import {
  acceptListener,
  acceptRelay,
  acceptSource,
  authoriseListener,
  authoriseRelay,
  authoriseSource,
} from './sockets.ts'

/** A player's words are short. */
export const MAX_LISTENER_MESSAGE_BYTES = 4 * 1024

/** A thousand names. */
export const MAX_RELAY_MESSAGE_BYTES = 256 * 1024

/** The stream as the composition root sees it. `stream.restore()` before listening, `stream.close()` at the end. */
export type StreamFeature = {
  routes: Route[]
  rawRoutes: RawRoute[]
  upgrades: Upgrade[]
  stream: Stream
}

/** Builds the stream of the station and everything that reaches it from outside. */
export function createStream(context: StreamContext): StreamFeature {
  const stream = new Stream(context)
  // Looked at each second for every socket: by it they are silent, however long this process was.
  const waking = { now: createWakingClock(context.now), log: context.log }
  return {
    stream,
    routes: streamRoutes(stream, context),
    rawRoutes: [
      ...rawStreamRoutes(stream, context),
      ...hlsRoutes(stream.hls, context.isRecordingPublic),
      segmentsForInstances(stream.hls, context.instances?.key ?? null),
      ...playerRoutes(stream, context),
      ...statsRoutes(stream, context),
    ],
    upgrades: [
      upgrade({
        path: SOURCE_SOCKET_PATH,
        access: BROADCASTERS,
        maxPayloadBytes: MAX_SOURCE_FRAME_BYTES,
        authorise: ({ session, url }) => authoriseSource(stream, context, session, url.searchParams),
        accept: (socket, _, grant) => acceptSource(stream, waking, socket, grant),
      }),
      upgrade({
        path: LISTENER_SOCKET_PATH,
        access: 'public',
        maxPayloadBytes: MAX_LISTENER_MESSAGE_BYTES,
        authorise: ({ address }) => authoriseListener(stream, address),
        accept: (socket, _, address) => acceptListener(stream, waking, socket, address),
      }),
      upgrade({
        path: RELAY_PATH,
        access: 'public',
        maxPayloadBytes: MAX_RELAY_MESSAGE_BYTES,
        authorise: ({ request, url }) => authoriseRelay(context, request, url),
        accept: (socket, _, broadcastId) => acceptRelay(stream, socket, broadcastId),
      }),
    ],
  }
}
