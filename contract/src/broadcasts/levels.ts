import { z } from 'zod/mini'
import { idSchema } from '../fields.ts'

/** Floor of the levels that are sent, in dBFS. */
export const LEAST_LEVEL_DB = -60
/** A page sends the level of its sound so often. */
export const LEVEL_EVERY_MS = 300
/** A level that is older says nothing any more. */
export const LEVEL_LASTS_MS = 2_000

const peakDbSchema = z.number().check(z.gte(LEAST_LEVEL_DB), z.lte(0))

/** Body of `/app/broadcast/{id}/level`: the loudest of the last moment. */
export const levelBodySchema = z.object({ peakDb: peakDbSchema })
export type LevelBody = z.output<typeof levelBodySchema>

/** Message of `/topic/broadcast/{id}/levels`: the level of that show's sound, or of the other one's of a hand-over. */
export const levelEventSchema = z.object({
  type: z.literal('LEVEL'),
  broadcastId: idSchema,
  peakDb: peakDbSchema,
})
export type LevelEvent = z.infer<typeof levelEventSchema>
