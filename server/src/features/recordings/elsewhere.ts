import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { z } from 'zod/mini'
import { AppError } from '../../http/app-error.ts'
import { KEY_HEADER, requireInstance } from '../../http/instance-key.ts'
import type { RawRoute } from '../../http/route.ts'
import type { RecordingFiles } from './files.ts'
import type { RecordingsContext } from './ports.ts'
import type { StoredRecording } from './table.ts'

const PATH = '/relay/recordings/:file'
const FETCH_LIMIT_MS = 5 * 60_000

type Known = Pick<StoredRecording, 'broadcastId' | 'bytes' | 'holder'>

/**
 * Brings the recording that the database tells of to this instance, when another one has it. Resolves when it is here,
 * or cannot be had: then what is here is what there is.
 */
export function createBringing({ instances, onError }: RecordingsContext, files: RecordingFiles) {
  const running = new Map<number, Promise<void>>()

  async function bring({ broadcastId, bytes, holder }: Known, key: string): Promise<void> {
    const url = holder + PATH.replace(':file', `${broadcastId}.ogg`)
    const signal = AbortSignal.timeout(FETCH_LIMIT_MS)
    const reply = await fetch(url, { headers: { [KEY_HEADER]: key }, signal, redirect: 'error' })
    if (!reply.ok || !reply.body) throw new Error(`${holder} answered ${reply.status}`)
    await files.placeCopy(broadcastId, bytes, Readable.fromWeb(reply.body as ReadableStream))
  }

  return async (stored: Known): Promise<void> => {
    const { broadcastId, bytes, holder } = stored
    if (!instances || holder === null || holder === instances.url()) return
    if ((await files.sizeOf(broadcastId)) === bytes) return
    // What was recorded here may be longer; it is made ready first.
    if ((await files.listParts()).has(broadcastId)) return
    const bringing =
      running.get(broadcastId) ??
      bring(stored, instances.key)
        .catch(onError)
        .finally(() => running.delete(broadcastId))
    running.set(broadcastId, bringing)
    await bringing
  }
}

/** What other instances fetch: a recording as it is here. */
export function elsewhereRoutes({ instances }: RecordingsContext, files: RecordingFiles): RawRoute[] {
  return [
    {
      path: PATH,
      methods: ['GET'],
      summary: 'A recording, for another instance',
      access: 'public',
      async handle({ request, reply }) {
        requireInstance(request.headers, instances?.key ?? null)
        const { file } = z.object({ file: z.string() }).parse(request.params)
        const id = Number(/^([1-9]\d{0,9})\.ogg$/.exec(file)?.[1])
        const bytes = id <= 2_147_483_647 ? await files.sizeOf(id) : null
        if (bytes === null) throw new AppError('NOT_FOUND')
        reply.type('audio/ogg').header('Content-Length', bytes).header('Cache-Control', 'no-store')
        await reply.send(createReadStream(files.pathOf(id), { end: bytes - 1 }))
      },
    },
  ]
}
