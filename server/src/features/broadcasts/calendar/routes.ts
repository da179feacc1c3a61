import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { CALENDAR_PATHS, calendarShowParams } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawRoute } from '../../../http/route.ts'
import { validateParams } from '../../../http/validate.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { BroadcastsContext } from '../ports.ts'
import { createFeedKeeper, piecesOf, prepareFeed } from './feed.ts'
import { writeCalendar } from './icalendar.ts'
import { presentEvent, unshowableTime } from './present.ts'
import { type CalendarShow, findCalendarShow, listCalendarShows, readListVersion } from './store.ts'

/** Far beyond what a station plans; what comes after these joins the feed as time goes on. */
export const MAX_EVENTS = 500
/** Time that a past show stays in the feed. */
const KEPT_MS = 7 * DAY_MS

const CONDITIONS = { 'If-None-Match': { type: 'string' } }
const ANSWERS = {
  200: { description: 'A calendar', type: 'text/calendar' },
  304: { description: 'It is the one that the caller has' },
}

type Sent = { fileName: string; show: CalendarShow }

/** The schedule for people's own calendars: all of it to subscribe to, and one show to keep. */
export function calendarRoutes(context: BroadcastsContext): RawRoute[] {
  const { db, clock } = context
  const originOf = (request: FastifyRequest) => context.publicUrl ?? `${request.protocol}://${request.host}`
  const since = () => new Date(clock.now() - KEPT_MS)
  function isShowable(show: CalendarShow): boolean {
    const field = unshowableTime(show)
    if (field) context.onUnshowable({ thing: 'broadcast', id: show.id, field, reason: 'No calendar has it' })
    return field === undefined
  }

  const feedOf = createFeedKeeper(async (version) => {
    const shows = await listCalendarShows(db, since(), MAX_EVENTS)
    return prepareFeed(context.stationName, shows.filter(isShowable), version)
  })

  function send(request: FastifyRequest, reply: FastifyReply, { fileName, show }: Sent) {
    const text = writeCalendar(context.stationName, [presentEvent(show, originOf(request))])
    if (isKnown(request, reply, text)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${fileName}"`)
      .send(text)
  }

  return [
    {
      path: CALENDAR_PATHS.feed,
      summary: 'What is scheduled as iCalendar (RFC 5545), to subscribe to',
      access: 'public',
      documented: { headers: CONDITIONS, answers: ANSWERS },
      async handle({ request, reply }) {
        const origin = originOf(request)
        const feed = await feedOf(await readListVersion(db, since(), MAX_EVENTS))
        if (isKnown(request, reply, origin + feed.version)) return reply.code(304).send()
        reply
          .type('text/calendar; charset=utf-8')
          .header('Content-Disposition', 'inline; filename="schedule.ics"')
        return reply.send(Readable.from(request.method === 'HEAD' ? [] : piecesOf(feed, origin)))
      },
    },
    {
      path: CALENDAR_PATHS.show,
      summary: 'One show as iCalendar (RFC 5545); a cancelled one says so',
      access: 'public',
      documented: { params: calendarShowParams, headers: CONDITIONS, answers: ANSWERS },
      async handle({ request, reply }) {
        const { id } = validateParams(calendarShowParams, request.params) as { id: number }
        const show = await findCalendarShow(db, id)
        if (!show) throw new AppError('NOT_FOUND')
        if (!isShowable(show)) throw new AppError('UNSHOWABLE')
        return send(request, reply, { fileName: `broadcast-${id}.ics`, show })
      },
    },
  ]
}

/** Says by what the reply is known, and whether the caller has it already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, content: string): boolean {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  reply.header('ETag', etag).header('Cache-Control', 'no-cache')
  return request.headers['if-none-match'] === etag
}
