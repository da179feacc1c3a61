import { HLS_MAIN_PATH, HLS_MP3_PATH, HLS_PATH, HLS_TYPE } from '@carillon/contract/stream/schemas'
import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import type { RawRoute } from '../../../../http/route.ts'
import { RANGE_HEADERS } from '../../../../http/send-file.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { createSemaphore } from '../../../../kernel/semaphore.ts'
import type { Hls } from './hls.ts'
import { FOR_A_SECOND, FOR_EVER, INIT_SEGMENT, SEGMENT_TYPE } from './representation.ts'
import { sendBytes } from './send-bytes.ts'

/** Segments that are read from disk at once. */
export const MAX_READS = 64
/** Other instances bring a segment within so long. */
const ON_ITS_WAY_MS = 1_000

const MP3_TYPE = 'audio/mpeg'
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

const showParams = z.object({ file: z.string().check(z.regex(/^\d{1,10}\.m3u8$/)) })
const segmentParams = z.object({
  epoch: z.string().check(z.regex(/^\d{1,15}$/)),
  file: z.string().check(z.regex(/^(init\.mp4|\d{1,10}\.(m4s|mp3))$/)),
})

/** Whether anybody may hear what is recorded of a show. */
type IsPublic = (broadcastId: number) => Promise<boolean>

/**
 * The public sound for players of HLS. Nobody is asked who calls: a reply has no cookie and no Vary, and is the same for
 * every cache.
 */
export function hlsRoutes(hls: Hls, isPublic: IsPublic): RawRoute[] {
  return [...playlistRoutes(hls, isPublic), segmentRoute(hls, isPublic)]
}

function playlistRoutes(hls: Hls, isPublic: IsPublic): RawRoute[] {
  return [
    liveRoute(hls, {
      path: HLS_PATH,
      summary: 'The last minute of what is on air, as a playlist of HLS',
      playlist: (made) => made.livePlaylist(),
    }),
    liveRoute(hls, {
      path: HLS_MP3_PATH,
      summary: 'The last minute of what is on air in MP3, as a playlist of HLS',
      playlist: (made) => made.livePlaylist('mp3'),
    }),
    liveRoute(hls, {
      path: HLS_MAIN_PATH,
      summary: 'The formats of what is on air, as a multivariant playlist of HLS',
      playlist: (made) => made.multivariantPlaylist(),
    }),
    {
      path: '/hls/shows/:file',
      summary: 'The show on air from its beginning, as a playlist of HLS: `/hls/shows/7.m3u8`',
      access: 'public',
      isProbe: true,
      documented: {
        params: showParams,
        answers: { 200: { description: 'A media playlist', type: HLS_TYPE } },
        refusals: ['NOT_FOUND', 'MEDIA_AWAY'],
      },
      async handle({ request, reply }) {
        const made = requireOpen(hls, reply)
        const params = showParams.safeParse(request.params)
        const id = params.success ? Number.parseInt(params.data.file, 10) : null
        const playlist = id === null ? null : made.showPlaylist(id)
        const isComing = id !== null && made.isShowComing(id)
        // Of what is private nobody learns that it is there.
        if (id === null || !(playlist || isComing) || !(await isPublic(id))) return sendPlaylist(reply, null)
        return sendPlaylist(reply, playlist, isComing)
      },
    },
  ]
}

/** A playlist of what is on air. */
function liveRoute(
  hls: Hls,
  { path, summary, playlist }: { path: string; summary: string; playlist: (hls: Hls) => string | null },
): RawRoute {
  return {
    path,
    summary,
    access: 'public',
    isProbe: true,
    documented: {
      answers: { 200: { description: 'A playlist', type: HLS_TYPE } },
      refusals: ['NOT_FOUND', 'MEDIA_AWAY'],
    },
    handle({ reply }) {
      const made = requireOpen(hls, reply)
      return sendPlaylist(reply, playlist(made), made.isLiveComing)
    },
  }
}

function segmentRoute(hls: Hls, isPublic: IsPublic): RawRoute {
  const reads = createSemaphore({ maxAtWork: MAX_READS, maxWaiting: 0 })
  return {
    path: '/hls/:epoch/:file',
    summary: 'A segment that a playlist of HLS names, or `init.mp4`, which players need before them',
    access: 'public',
    isProbe: true,
    documented: {
      params: segmentParams,
      headers: RANGE_HEADERS,
      answers: {
        200: { description: 'Opus in fragmented MP4, or MP3 where its name says so', type: SEGMENT_TYPE },
        206: { description: 'A part of it', type: SEGMENT_TYPE },
      },
      refusals: ['NOT_FOUND', 'MEDIA_AWAY', 'RANGE_REFUSED', 'TOO_MANY_REQUESTS'],
    },
    async handle({ request, reply, countReply }) {
      const made = requireOpen(hls, reply)
      const params = segmentParams.safeParse(request.params)
      if (!params.success) throw new AppError('NOT_FOUND')
      const { file } = params.data
      const epoch = Number(params.data.epoch)
      if (!(await isNamed(made, isPublic, epoch))) throw new AppError('NOT_FOUND')
      const number = Number.parseInt(file, 10)
      const isMp3 = file.endsWith('.mp3')
      const kept = file === 'init.mp4' ? INIT_SEGMENT : made.kept(epoch, number)
      // What is in memory is shared by all who get it; an older segment is read for each who asks.
      const read = kept || isMp3 ? null : await reads.run(() => readPublic(made, isPublic, epoch, number))
      // Of several instances the one that cuts it has it a moment earlier than this one.
      const isLate = !kept && !read && made.isOnItsWay(epoch, number)
      if (isLate) await reads.run(() => made.untilChange(ON_ITS_WAY_MS))
      const cut = kept ?? (read && countReply(read)) ?? (isLate ? made.kept(epoch, number) : null)
      const bytes = cut && isMp3 ? await made.keptAsMp3(epoch, number) : cut
      if (!bytes) throw new AppError('NOT_FOUND')
      reply.type(isMp3 ? MP3_TYPE : SEGMENT_TYPE).header('Cache-Control', FOR_EVER)
      return sendBytes(request, reply, bytes)
    },
  }
}

/** Throws MEDIA_AWAY while the station stops. Other sites may read the refusal as well. */
function requireOpen(hls: Hls, reply: FastifyReply): Hls {
  reply.headers(OPEN)
  if (hls.isClosed) throw new AppError('MEDIA_AWAY')
  return hls
}

/** A playlist that is to come is refused as what is away: players ask again for that, and give up what is not there. */
function sendPlaylist(reply: FastifyReply, playlist: string | null, isComing = false): FastifyReply {
  if (playlist === null && isComing) throw new AppError('MEDIA_AWAY')
  if (playlist === null) throw new AppError('NOT_FOUND', { message: 'Nothing is on air right now.' })
  return reply.type(HLS_TYPE).header('Cache-Control', FOR_A_SECOND).send(playlist)
}

/** Whether there may be a playlist that names this epoch: one of what is in memory, or of a show that anybody may hear. */
async function isNamed(hls: Hls, isPublic: IsPublic, epoch: number): Promise<boolean> {
  if (hls.hasEpoch(epoch)) return true
  const shows = await Promise.all(hls.shows.ofEpoch(epoch).map(isPublic))
  return shows.includes(true)
}

/** A segment from disk; null where it is not there, or of no show that anybody may hear. */
async function readPublic(
  hls: Hls,
  isPublic: IsPublic,
  epoch: number,
  number: number,
): Promise<Buffer | null> {
  const shows = await Promise.all(hls.shows.of(epoch, number).map(isPublic))
  return shows.includes(true) ? hls.shows.read(epoch, number) : null
}
