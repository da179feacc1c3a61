import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { z } from 'zod/mini'
import { requireInstance } from '../../cluster/instance-key.ts'
import { fetchFromPeer } from '../../cluster/peer-fetch.ts'
import type { RawRoute } from '../../http/route.ts'
import { AppError } from '../../kernel/app-error.ts'
import { Failures } from './failures.ts'
import { readFileName } from './file-name.ts'
import type { RecordingFiles } from './files.ts'
import type { RecordingsContext } from './ports.ts'
import type { StoredRecording } from './table.ts'

const PATH = '/relay/recordings/:file'
/** Time before a failed fetch is tried again. */
const REMEMBERED_MS = 60_000

type Known = Pick<StoredRecording, 'broadcastId' | 'bytes' | 'sha256' | 'holder'>
type Context = Pick<RecordingsContext, 'clock' | 'instances' | 'onError'> & {
  /** Addresses of other instances that have it as it is now. */
  findHolders(broadcastId: number): Promise<string[]>
  /** Whether this is still the version that counts. */
  isCurrent(stored: Known): Promise<boolean>
  /** A file is here that was not. */
  onBrought(): void
}

/** Address of a recording at another instance. */
export const peerFileUrl = (holder: string, broadcastId: number): string =>
  holder + PATH.replace(':file', `${broadcastId}.ogg`)

/**
 * Brings the recording that the database tells of to this instance, when another one has it. Resolves when it is here,
 * or cannot be had: then what is here is what there is. Who asks while another version is here does not wait for it; what
 * failed is not tried again for a minute.
 */
export function createPeerFetcher(context: Context, files: RecordingFiles) {
  const { clock, instances, onError } = context
  const running = new Map<number, Promise<void>>()
  const failures = new Failures(REMEMBERED_MS)

  async function bringFrom(holder: string, stored: Known, key: string): Promise<void> {
    const url = peerFileUrl(holder, stored.broadcastId)
    const reply = await fetchFromPeer(url, key).catch((error: unknown) => {
      failures.note(holder, clock.now())
      throw error
    })
    if (!reply.ok || !reply.body) throw new Error(`${holder} answered ${reply.status}`)
    const copy = Readable.fromWeb(reply.body as ReadableStream)
    await files.placeCopy(stored, copy, () => context.isCurrent(stored))
    context.onBrought()
  }

  /** From the first that gives it whole. */
  async function bring(stored: Known, key: string): Promise<void> {
    const holders = new Set([...(await context.findHolders(stored.broadcastId)), stored.holder])
    let reason: unknown = null
    for (const holder of holders) {
      if (holder === null || holder === instances?.url()) continue
      if (failures.isRecent(holder, clock.now())) continue
      try {
        return await bringFrom(holder, stored, key)
      } catch (error) {
        reason = error
      }
    }
    if (reason !== null) throw reason
  }

  function begin(stored: Known, key: string): Promise<void> {
    const { broadcastId } = stored
    const bringing = bring(stored, key)
      .catch((error: unknown) => {
        failures.note(broadcastId, clock.now())
        onError(error)
      })
      .finally(() => running.delete(broadcastId))
    running.set(broadcastId, bringing)
    return bringing
  }

  return async (stored: Known): Promise<void> => {
    const { broadcastId, bytes } = stored
    if (!instances) return
    const size = await files.sizeOf(broadcastId)
    if (size === bytes) return
    // What was recorded here may be longer; it is made ready first.
    if (await files.hasMore(broadcastId)) return
    const hasFailed = failures.isRecent(broadcastId, clock.now())
    const bringing = running.get(broadcastId) ?? (hasFailed ? null : begin(stored, instances.key))
    if (size === null) await bringing
  }
}

/** Routes for other instances: a recording as it is here. */
export function peerFileRoutes({ instances }: RecordingsContext, files: RecordingFiles): RawRoute[] {
  return [
    {
      path: PATH,
      methods: ['GET'],
      summary: 'A recording, for another instance',
      access: 'public',
      async handle({ request, reply }) {
        requireInstance(request.headers, instances?.key ?? null)
        const { file } = z.object({ file: z.string() }).parse(request.params)
        const id = readFileName(file)
        const opened = id === null ? null : await files.open(id)
        if (!opened) throw new AppError('NOT_FOUND')
        reply.type('audio/ogg').header('Content-Length', opened.bytes).header('Cache-Control', 'no-store')
        await reply.send(opened.file)
      },
    },
  ]
}
