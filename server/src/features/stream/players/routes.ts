import { MP3_PATH, STREAM_PATH } from '@carillon/contract/stream/schemas'
import type { RawRoute } from '../../../http/route.ts'
import type { StreamContext } from '../ports.ts'
import type { Stream } from '../service.ts'
import { baseUrlFor, streamConfigFor } from '../status/urls.ts'
import { type Playlist, toM3u, toPls, toXspf } from './playlists.ts'

const PLAYLISTS: [extension: string, mediaType: string, write: (playlist: Playlist) => string][] = [
  ['m3u', 'audio/x-mpegurl', toM3u],
  ['pls', 'audio/x-scpls', toPls],
  ['xspf', 'application/xspf+xml', toXspf],
]

const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Icy-MetaData, Range',
  'Access-Control-Max-Age': '86400',
}

/** Routes for players, before they listen: playlists to open, and permission for pages of other sites. */
export function playerRoutes(stream: Stream, { settings }: StreamContext): RawRoute[] {
  return [
    ...PLAYLISTS.map(([extension, mediaType, write]): RawRoute => {
      return {
        path: `/live.${extension}`,
        summary: `The addresses of the live stream as ${extension.toUpperCase()}, the best first`,
        access: 'public',
        documented: { answers: { 200: { description: 'A playlist', type: mediaType } } },
        handle({ request, reply }) {
          // Players of endless streams: a playlist in a playlist is none.
          const offers = { ...stream.offers, hls: null }
          const { streams } = streamConfigFor(baseUrlFor(settings, request), offers)
          const urls = streams.map(({ url }) => url)
          return reply
            .header('Access-Control-Allow-Origin', '*')
            .header('Cache-Control', 'no-cache')
            .header('Content-Disposition', `inline; filename="live.${extension}"`)
            .type(mediaType)
            .send(write({ stationName: settings.stationName ?? '', urls }))
        },
      }
    }),
    preflightRoute(STREAM_PATH),
    preflightRoute(MP3_PATH),
  ]
}

/** Fetch standard, "CORS-preflight request": a player in another site's page asks so before it sends these headers. */
function preflightRoute(path: string): RawRoute {
  return {
    path,
    methods: ['OPTIONS'],
    summary: 'Whether a page of another site may ask for the live stream: any may',
    access: 'public',
    documented: { answers: { 204: { description: 'It may' } }, refusals: ['BODY_TOO_LARGE'] },
    handle: ({ reply }) => reply.headers(PREFLIGHT).code(204).send(),
  }
}
