import { createHash } from 'node:crypto'
import { CALENDAR_PATHS, calendarShowParams } from '@carillon/contract/broadcasts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../http/app-error.ts'
import type { RawRoute } from '../../../http/route.ts'
import { validateParams } from '../../../http/validate.ts'
import type { BroadcastsContext } from '../ports.ts'
import { writeCalendar } from './icalendar.ts'
import { presentEvent } from './present.ts'
import { type CalendarShow, findCalendarShow, listCalendarShows } from './store.ts'

/** Far beyond what a station plans; what comes after these joins the feed as time goes on. */
const MAX_EVENTS = 500
/** What is over stays in the feed for so long. */
const KEPT_MS = 7 * 24 * 60 * 60_000

const CONDITIONS = { 'If-None-Match': { type: 'string' } }
const ANSWERS = {
  200: { description: 'A calendar', type: 'text/calendar' },
  304: { description: 'It is the one that the caller has' },
}

type Sent = { fileName: string; disposition: 'inline' | 'attachment'; shows: CalendarShow[] }

/** The schedule for people's own calendars: all of it to subscribe to, and one show to keep. */
export function calendarRoutes(context: BroadcastsContext): RawRoute[] {
  const { db, clock } = context

  function send(request: FastifyRequest, reply: FastifyReply, { fileName, disposition, shows }: Sent) {
    const origin = context.publicUrl ?? `${request.protocol}://${request.host}`
    const text = writeCalendar(
      context.stationName,
      shows.map((show) => presentEvent(show, origin)),
    )
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.header('ETag', etag).header('Cache-Control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('Content-Disposition', `${disposition}; filename="${fileName}"`)
      .send(text)
  }

  return [
    {
      path: CALENDAR_PATHS.feed,
      summary: 'What is scheduled as iCalendar (RFC 5545), to subscribe to',
      access: 'public',
      documented: { headers: CONDITIONS, answers: ANSWERS },
      async handle({ request, reply }) {
        const shows = await listCalendarShows(db, new Date(clock.now() - KEPT_MS), MAX_EVENTS)
        return send(request, reply, { fileName: 'schedule.ics', disposition: 'inline', shows })
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
        return send(request, reply, {
          fileName: `broadcast-${id}.ics`,
          disposition: 'attachment',
          shows: [show],
        })
      },
    },
  ]
}
