import { z } from 'zod/mini'
import type { Session } from '../../http/session.ts'

const schema = z.object({
  /** One session; absent: those of a person. */
  sessionId: z.optional(z.int()),
  userId: z.optional(z.int()),
  /** Of the person's sessions this one stays. */
  keptId: z.optional(z.int()),
  /** As the person is told. */
  reason: z.string(),
})

/** Sessions that have ended and why, as instances tell each other. */
export type EndedSessions = z.infer<typeof schema>

/** Reads what another instance told; null when it is something else. */
export function readEndedSessions(letter: unknown): EndedSessions | null {
  return schema.safeParse(letter).data ?? null
}

/** Whether this session is among them. */
export function hasEnded({ sessionId, userId, keptId }: EndedSessions, { id, person }: Session): boolean {
  if (sessionId !== undefined) return id === sessionId
  return person.id === userId && id !== keptId
}
