import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { idParams } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { BROADCASTERS } from '../roles.ts'
import { streamHealthSchema } from '../stream/schemas.ts'
import { sentInstantSchema } from '../time.ts'
import {
  broadcastSchema,
  createBodySchema,
  endBodySchema,
  HISTORY_DAYS,
  nowPlayingBodySchema,
  scheduleBodySchema,
  slowModeBodySchema,
  testReportSchema,
  updateBodySchema,
} from './schemas.ts'

/** One of several actions on a broadcast that answer with it: start, start-test. */
function action<const Path extends string>(
  path: Path,
  summary: string,
  access: typeof BROADCASTERS,
  refusals: readonly ErrorCode[] = [],
) {
  return endpoint({
    method: 'POST',
    path,
    summary,
    access,
    status: 200,
    params: idParams,
    reply: broadcastSchema,
    refusals: ['WRONG_STATE', ...refusals],
  })
}

export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts',
  summary:
    'Every broadcast, newest first; `from` and `until` keep those that are planned to begin between them',
  access: 'public',
  status: 200,
  query: z.extend(pageQuery(20), {
    from: z.optional(sentInstantSchema),
    until: z.optional(sentInstantSchema),
  }),
  reply: pageOf(broadcastSchema),
})
/** A semester of shows, and then some. */
/** Songs that one DJ may name. */
export const NOW_PLAYING_RATE = { limit: 120, windowMs: 10 * 60_000 }
const PLANNING_RATE = { limit: 300, windowMs: 10 * 60_000 }

export const createBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcasts',
  summary:
    'Create a broadcast; without times it starts in 30 s and ends 2 h later; `unlisted` announces it to nobody',
  access: BROADCASTERS,
  rate: PLANNING_RATE,
  status: 201,
  body: createBodySchema,
  reply: broadcastSchema,
})
export const scheduleBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcasts/schedule',
  summary: 'Schedule a broadcast: times required, in the future, end after start',
  access: BROADCASTERS,
  rate: PLANNING_RATE,
  status: 201,
  body: scheduleBodySchema,
  reply: broadcastSchema,
})
export const getBroadcast = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id',
  summary: 'One broadcast',
  access: 'public',
  status: 200,
  params: idParams,
  reply: broadcastSchema,
})
export const updateBroadcast = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id',
  summary: 'Change title, description or times',
  access: BROADCASTERS,
  status: 200,
  params: idParams,
  body: updateBodySchema,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE'],
})
export const deleteBroadcast = endpoint({
  method: 'DELETE',
  path: '/api/broadcasts/:id',
  summary: 'Cancel a scheduled broadcast',
  access: BROADCASTERS,
  status: 204,
  params: idParams,
  reply: z.null(),
  refusals: ['WRONG_STATE'],
})
export const startBroadcast = action('/api/broadcasts/:id/start', 'Go live', BROADCASTERS, [
  'ALREADY_LIVE',
  'MEDIA_AWAY',
])
export const startTest = action(
  '/api/broadcasts/:id/start-test',
  'Rehearse on a private mount',
  BROADCASTERS,
  ['MEDIA_AWAY'],
)
export const endBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/end',
  summary: 'End the broadcast or its test; `reason` is read by its DJ and staff',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: idParams,
  body: endBodySchema,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE'],
})
export const testBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/test',
  summary: 'Check everything a broadcast needs, changing nothing',
  access: BROADCASTERS,
  status: 200,
  params: idParams,
  reply: testReportSchema,
})
export const setSlowMode = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/slowmode',
  summary: 'Set the slow mode of the chat',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: idParams,
  body: slowModeBodySchema,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE'],
})
export const setNowPlaying = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/now-playing',
  summary: 'Say what is playing on the live broadcast; a `title` of null takes it away',
  access: BROADCASTERS,
  rate: NOW_PLAYING_RATE,
  status: 200,
  params: idParams,
  body: nowPlayingBodySchema,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE'],
})
export const upcomingBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts/upcoming',
  summary: 'Scheduled broadcasts, next first',
  access: 'public',
  status: 200,
  reply: z.array(broadcastSchema),
})
export const liveBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts/live',
  summary: 'What is on air; the first element is the active one',
  access: 'public',
  status: 200,
  reply: z.array(broadcastSchema),
})
export const liveHealth = endpoint({
  method: 'GET',
  path: '/api/broadcasts/live/health',
  summary: 'Health of the live stream',
  access: 'public',
  status: 200,
  reply: streamHealthSchema,
})
export const broadcastHistory = endpoint({
  method: 'GET',
  path: '/api/broadcasts/history',
  summary: 'Broadcasts of the last days, newest first',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  query: z.extend(pageQuery(20), {
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)), HISTORY_DAYS),
  }),
  reply: pageOf(broadcastSchema),
})

export const broadcastEndpoints = {
  listBroadcasts,
  createBroadcast,
  scheduleBroadcast,
  getBroadcast,
  updateBroadcast,
  deleteBroadcast,
  startBroadcast,
  startTest,
  endBroadcast,
  testBroadcast,
  setSlowMode,
  setNowPlaying,
  upcomingBroadcasts,
  liveBroadcasts,
  liveHealth,
  broadcastHistory,
}
