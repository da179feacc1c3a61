import { z } from 'zod/mini'
import type { Access } from './endpoint.ts'
import { BROADCASTERS } from './roles.ts'

/** STOMP over SockJS; the raw websocket is below it, at `/websocket`. */
export const REALTIME_PATH = '/ws-radio'
/** A session that has not sent CONNECT by then is closed. */
export const CONNECT_LIMIT_MS = 10_000

/** A STOMP destination and who may subscribe. `{id}` stands for a broadcast's id. */
export type Destination = {
  pattern: string
  subscribe: Access
  /** For the supervisors of the broadcast alone (policies.ts, canModerate): of DJs, its own. */
  isSupervised?: true
}

export const DESTINATIONS = {
  broadcast: { pattern: '/topic/broadcast/{id}', subscribe: 'public' },
  status: { pattern: '/topic/broadcast/status', subscribe: 'public' },
  nowPlaying: { pattern: '/topic/now-playing', subscribe: 'public' },
  live: { pattern: '/topic/broadcast/live', subscribe: 'public' },
  chat: { pattern: '/topic/broadcast/{id}/chat', subscribe: 'public' },
  songRequests: { pattern: '/topic/broadcast/{id}/song-requests', subscribe: 'signed-in' },
  polls: { pattern: '/topic/broadcast/{id}/polls', subscribe: 'public' },
  staffLine: {
    pattern: '/topic/broadcast/{id}/staff',
    subscribe: ['DJ', 'MODERATOR', 'ADMIN'],
    isSupervised: true,
  },
  levels: {
    pattern: '/topic/broadcast/{id}/levels',
    subscribe: ['DJ', 'MODERATOR', 'ADMIN'],
    isSupervised: true,
  },
  notifications: { pattern: '/user/queue/notifications', subscribe: 'signed-in' },
  announcements: { pattern: '/topic/announcements/public', subscribe: 'public' },
} as const satisfies Record<string, Destination>

/** Destination that clients SEND to, and its access. Where no body is taken, `{}` is none. */
export type AppDestination = { pattern: string; send: Access; takesBody: boolean }

export const APP_DESTINATIONS = {
  join: { pattern: '/app/broadcast/{id}/join', send: 'public', takesBody: false },
  leave: { pattern: '/app/broadcast/{id}/leave', send: 'public', takesBody: false },
  message: { pattern: '/app/broadcast/{id}/message', send: 'signed-in', takesBody: true },
  level: { pattern: '/app/broadcast/{id}/level', send: BROADCASTERS, takesBody: true },
} as const satisfies Record<string, AppDestination>

/** Fills the id into a pattern. */
export function destinationFor({ pattern }: { pattern: string }, id?: number): string {
  return pattern.replace('{id}', String(id ?? ''))
}

/** A session is over: signed out, banned, or its role changed. Sent on the user queue before the close. */
export const sessionEndedSchema = z.object({
  type: z.literal('SESSION_ENDED'),
  reason: z.string(),
  /** Message for a banned person. */
  message: z.optional(z.string()),
})
