import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { RawRoute } from '../../../http/route.ts'
import type { StreamContext } from '../ports.ts'
import type { Stream } from '../service.ts'
import { baseUrlFor } from '../status/urls.ts'
import { icecastStats, type PublicStats, shoutcastStats } from './listener-stats.ts'

/** BUTT asks the server for the first, older programs for the others. */
const SHOUTCAST_PATHS = ['/7.xsl', '/7.html']
const icecastStatsSchema = z.object({ icestats: z.looseObject({ server_id: z.string() }) })

/** The listener count for programs that know Icecast and Shoutcast: BUTT, players, trackers. Public facts alone. */
export function statsRoutes(stream: Stream, { settings, findBroadcast }: StreamContext): RawRoute[] {
  async function publicStats(request: FastifyRequest): Promise<PublicStats> {
    const stationName = settings.stationName ?? ''
    const known = { stationName, baseUrl: baseUrlFor(settings, request) }
    const { broadcastId, listenerCount, peakListenerCount } = stream.status()
    if (broadcastId === null) return { ...known, live: null }
    const title = (await findBroadcast(broadcastId))?.title ?? ''
    return { ...known, live: { title, listeners: listenerCount, peakListeners: peakListenerCount } }
  }
  const open = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }
  return [
    {
      path: '/status-json.xsl',
      summary: 'The live stream and its listeners, as Icecast tells them; any query is ignored',
      access: 'public',
      documented: {
        answers: {
          200: {
            description: 'Without a source off air',
            type: 'application/json',
            body: icecastStatsSchema,
          },
        },
      },
      async handle({ request, reply }) {
        const text = JSON.stringify(icecastStats(await publicStats(request)))
        return reply.headers(open).type('application/json; charset=utf-8').send(text)
      },
    },
    ...SHOUTCAST_PATHS.map((path): RawRoute => {
      return {
        path,
        summary: 'The live stream and its listeners, as Shoutcast tells them: seven numbers',
        access: 'public',
        documented: { answers: { 200: { description: 'Zeros off air', type: 'text/html' } } },
        async handle({ request, reply }) {
          const text = shoutcastStats(await publicStats(request))
          return reply.headers(open).type('text/html; charset=utf-8').send(text)
        },
      }
    }),
  ]
}
