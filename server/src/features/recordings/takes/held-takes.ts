import { envelope } from '@carillon/contract/envelope'
import { addressIdSchema } from '@carillon/contract/fields'
import { takeIdSchema, takeRunSchema } from '@carillon/contract/recordings/takes'
import type { NumberRanges } from '@carillon/media/takes/number-ranges'
import { z } from 'zod/mini'
import { requireInstance } from '../../../cluster/instance-key.ts'
import { fetchFromPeer } from '../../../cluster/peer-fetch.ts'
import type { RawRoute } from '../../../http/route.ts'
import { validateParams } from '../../../http/validate.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { RecordingFiles } from '../files.ts'
import { addPackets } from '../join/parts.ts'
import type { RecordingsContext } from '../ports.ts'
import { readTakeBook } from './take-book.ts'

/** Path of what an instance has of the takes of a show. */
const PATH = '/relay/takes/:id'

const paramsSchema = z.object({ id: addressIdSchema })
/** Runs of packets of each take that are at an instance, or that it never takes. */
const heldTakesSchema = z.array(z.object({ takeId: takeIdSchema, runs: z.array(takeRunSchema) }))
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
      // Without a map, nobody could say where a packet belongs.
      if (!sound.some(({ map }) => map !== null)) throw new AppError('NOT_FOUND')
      const { at } = await readTakeBook(sound, await files.takes.listTakes(id), await files.takes.list(id))
      const data: HeldTakes = [...at].map(([takeId, ranges]) => ({
        takeId,
        runs: ranges.all().map(({ from, to }) => [from, to]),
      }))
      reply.header('Cache-Control', 'no-store').send({ success: true, data })
    },
  }
}

/** Returns what the instance at this address has; null where it could not say where a packet belongs. Throws where it is away. */
export async function fetchHeldTakes(
  holder: string,
  broadcastId: number,
  key: string,
): Promise<Map<string, NumberRanges> | null> {
  const url = holder + PATH.replace(':id', String(broadcastId))
  const reply = await fetchFromPeer(url, key)
  const content: unknown = await reply.json()
  if (reply.status === 404) return null
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  const held = new Map<string, NumberRanges>()
  for (const { takeId, runs } of envelope(heldTakesSchema).parse(content).data)
    for (const [from, to] of runs) addPackets(held, { takeId, number: from, count: to - from })
  return held
}
