import { envelope } from '@carillon/contract/envelope'
import {
  getRadioStatus,
  getStreamConfig,
  getStreamHealth,
  getStreamStatus,
  listEarlier,
  startRadio,
  startStream,
  stopRadio,
  stopStream,
} from '@carillon/contract/stream/endpoints'
import { streamHealthSchema } from '@carillon/contract/stream/schemas'
import { type RawRoute, type Route, route } from '../../http/route.ts'
import { audioRoutes } from './audio-routes.ts'
import type { StreamContext } from './ports.ts'
import type { Stream } from './service.ts'
import { isServing } from './status/health.ts'
import { baseUrlFor, streamConfigFor } from './status/urls.ts'

const JSON_TYPE = 'application/json'

/** The JSON calls of the stream. */
export function streamRoutes(stream: Stream, { settings, keepRunningSince }: StreamContext): Route[] {
  const { radio, feed } = stream
  const radioStatus = () => ({
    running: radio.isRunning,
    startedAt: radio.runningSince?.toISOString() ?? null,
    feedHeld: feed.isHeld,
  })
  return [
    route(getStreamConfig, ({ request }) => streamConfigFor(baseUrlFor(settings, request), stream.offers)),
    route(getStreamStatus, () => stream.status()),
    route(getStreamHealth, () => stream.health()),
    route(listEarlier, () => stream.betweenShows.earlier()),
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
  return [...audioRoutes(stream, context), healthRoute(stream)]
}

function healthRoute(stream: Stream): RawRoute {
  return {
    path: '/stream/health',
    // The call of the contract has the name that its path would give.
    name: 'probeStreamHealth',
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
  }
}
