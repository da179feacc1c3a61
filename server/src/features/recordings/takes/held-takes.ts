import { envelope } from '@carillon/contract/envelope'
import { addressIdSchema } from '@carillon/contract/fields'
import { type TakeRun, takeIdSchema, takeRunSchema } from '@carillon/contract/recordings/takes'
import type { NumberRanges } from '@carillon/media/takes/number-ranges'
import { z } from 'zod/mini'
import { requireInstance } from '../../../cluster/instance-key.ts'
import { fetchFromPeer } from '../../../cluster/peer-fetch.ts'
import type { RawRoute } from '../../../http/route.ts'
import { validateParams } from '../../../http/validate.ts'
import type { RecordingFiles } from '../files.ts'
import { addPackets } from '../join/parts.ts'
import type { RecordingsContext } from '../ports.ts'
import { ANSWER_LIMIT_MS } from './share-take.ts'
import { readTakeBook } from './take-book.ts'

/** Path of what an instance has of the takes of a show. */
const PATH = '/relay/takes/:id'

const paramsSchema = z.object({ id: addressIdSchema })
/**
 * Runs of packets of each take that an instance has in its recording, or that it never takes; null where it could not say where
 * a packet belongs.
 */
const heldTakesSchema = z.nullable(z.array(z.object({ takeId: takeIdSchema, runs: z.array(takeRunSchema) })))
type HeldTakes = z.infer<typeof heldTakesSchema>

/** Route for another instance, which may have recorded more: which packets of a DJ's takes are here. */
export function heldTakesRoute(
  { instances }: Pick<RecordingsContext, 'instances'>,
  files: RecordingFiles,
): RawRoute {
  return {
    path: PATH,
    methods: ['GET'],
    summary: 'Which packets of a DJ’s takes this instance has, for another one',
    access: 'public',
    async handle({ request, reply }) {
      requireInstance(request.headers, instances?.key ?? null)
      const { id } = validateParams(paramsSchema, request.params) as z.infer<typeof paramsSchema>
      const sound = await files.soundOf(id, (await files.listParts()).get(id) ?? [])
      const gifts = (await files.takes.list(id)).filter(({ gift }) => gift)
      const { at } = await readTakeBook(sound, await files.takes.listTakes(id), gifts)
      const held = [...at].map(([takeId, ranges]) => ({
        takeId,
        runs: ranges.all().map(({ from, to }): TakeRun => [from, to]),
      }))
      const data: HeldTakes = sound.some(({ map }) => map !== null) ? held : null
      reply.header('Cache-Control', 'no-store').send({ success: true, data })
    },
  }
}

/** Returns what the instance at this address has of a show; null as above. Throws where it is away. */
export async function fetchHeldTakes(
  holder: string,
  broadcastId: number,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<Map<string, NumberRanges> | null> {
  const url = holder + PATH.replace(':id', String(broadcastId))
  const reply = await fetchFromPeer(url, key, { answerLimitMs: ANSWER_LIMIT_MS, stop: signal })
  const content: unknown = await reply.json()
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  const { data } = envelope(heldTakesSchema).parse(content)
  if (data === null) return null
  const held = new Map<string, NumberRanges>()
  for (const { takeId, runs } of data)
    for (const [from, to] of runs) addPackets(held, { takeId, number: from, count: to - from })
  return held
}
