import { z } from 'zod/mini'
import type { BurstRate } from '../endpoint.ts'
import { countSchema, idSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema, sentInstantSchema } from '../time.ts'

/** Kinds of what plays between shows. */
export const PLAYOUT_KINDS = ['REPLAY', 'TRACK', 'JINGLE', 'BED'] as const
export const PLAY_KINDS = ['LIVE', ...PLAYOUT_KINDS] as const
/** Of one show; more than anybody scrolls through. */
export const MAX_SONGS = 100
export const PLAYS_EXPORT_PATH = '/api/plays/export'
export const PLAYS_EXPORT_ACCESS = ['DJ', 'MODERATOR', 'ADMIN'] as const
/** Files for one person, each of which may hold years: ten at once, then one in ten seconds. */
export const PLAYS_EXPORT_RATE: BurstRate = { burst: 10, perSecond: 1 / 10 }

/** Entry of the sound log. Title and artist are null where nobody named what played; an unknown artist is empty. */
export const playSchema = z.object({
  id: idSchema,
  kind: z.enum(PLAY_KINDS),
  title: z.nullable(z.string()),
  artist: z.nullable(z.string()),
  startedAt: instantSchema,
  /** Null while it sounds. */
  endedAt: z.nullable(instantSchema),
  /** Listeners at its start. */
  listeners: countSchema,
  /** The show, live or played again; null for anything else. */
  broadcast: z.nullable(z.object({ id: idSchema, title: z.string() })),
  /** DJ of the show. */
  dj: z.nullable(personSchema),
})
export type Play = z.infer<typeof playSchema>

/** Song that the DJ of a show named. */
export const songSchema = z.object({
  id: idSchema,
  title: z.string(),
  artist: z.string(),
  startedAt: instantSchema,
  endedAt: z.nullable(instantSchema),
})
export type Song = z.infer<typeof songSchema>

/** Window of the sound log: entries that sounded at `from` or later, and before `to`; either may be open. */
export const playsWindow = z.object({
  from: z.optional(sentInstantSchema),
  to: z.optional(sentInstantSchema),
})
