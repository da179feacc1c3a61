import { z } from 'zod/mini'
import type { BurstRate } from '../endpoint.ts'
import { addressIdSchema, countSchema } from '../fields.ts'

/** PUT: packets of a DJ's take that have not reached the station, as an Ogg Opus stream of their own. */
export const TAKE_PATH = '/api/broadcasts/:id/takes/:take'
export const takePath = (broadcastId: number, takeId: string) =>
  `/api/broadcasts/${broadcastId}/takes/${takeId}`
/** Largest body of such a call: half a minute of the best sound. */
export const MAX_TAKE_BYTES = 768 * 1024
/** Uploads of one person: what an hour left behind, in pieces of ten seconds. */
export const TAKE_RATE: BurstRate = { burst: 400, perSecond: 1 }
/** Days after a show in which the station still takes what is missing in its recording. */
export const TAKE_DAYS = 7
/** Number of packets that a take may have: a day of the shortest that a browser records. */
const MAX_PACKETS = 10_000_000

/** Name that a DJ's page gives to a take. */
export const takeIdSchema = z.uuid().check(z.toLowerCase())
export const packetNumberSchema = countSchema.check(z.lte(MAX_PACKETS))
const addressNumberSchema = z.coerce.number().check(z.int(), z.gte(0), z.lte(MAX_PACKETS))

export const takeParams = z.object({ id: addressIdSchema, take: takeIdSchema })
/**
 * `from` is the number of the first packet; `left`, how many this page has still to upload after these; `after` and
 * `afterPackets`, the take before it and how many packets that had.
 */
export const takeQuery = z.object({
  from: addressNumberSchema,
  left: z.optional(addressNumberSchema),
  after: z.optional(takeIdSchema),
  afterPackets: z.optional(addressNumberSchema),
})
export type TakeQuery = z.infer<typeof takeQuery>

/** Runs that one report names, at most. */
export const MAX_WRITTEN_RUNS = 16
/** Packets of a take in a row, as the number of the first and that of the one behind the last. */
export const takeRunSchema = z.tuple([countSchema, countSchema])
export type TakeRun = z.infer<typeof takeRunSchema>

/** All packets below `writtenUpTo` are at the station: the page may forget them. */
export const takeReplySchema = z.object({ takeId: takeIdSchema, writtenUpTo: countSchema })
export type TakeReply = z.infer<typeof takeReplySchema>
