import { openPeerFile, PeerAway, peerFileRoute } from '../../cluster/peer-file.ts'
import type { RawRoute } from '../../http/route.ts'
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
 * Brings the recording that the database tells of to this instance, when another one has it: at full pace, as somebody waits
 * for it, or at a pace of one's own. Resolves when it is here, or cannot be had: then what is here is what there is. Who asks
 * while another version is here does not wait for it; what failed is not tried again for a minute.
 */
export type PeerFetcher = (stored: Known, bytesPerSecond?: number) => Promise<void>

type Way = { key: string; bytesPerSecond: number }

/** Creates what brings recordings here, each once for all who ask. */
export function createPeerFetcher(context: Context, files: RecordingFiles): PeerFetcher {
  const { clock, instances, onError } = context
  const running = new Map<number, Promise<void>>()
  const failures = new Failures(REMEMBERED_MS)

  async function bringFrom(holder: string, stored: Known, { key, bytesPerSecond }: Way): Promise<void> {
    const url = peerFileUrl(holder, stored.broadcastId)
    const copy = await openPeerFile(url, key, undefined, bytesPerSecond).catch((error: unknown) => {
      if (error instanceof PeerAway) failures.note(holder, clock.now())
      throw error
    })
    if (!copy) throw new Error(`${holder} does not have recording ${stored.broadcastId}`)
    await files.placeCopy(stored, copy, () => context.isCurrent(stored))
    context.onBrought()
  }

  /** From the first that gives it whole. */
  async function bring(stored: Known, way: Way): Promise<void> {
    const holders = new Set([...(await context.findHolders(stored.broadcastId)), stored.holder])
    let reason: unknown = null
    for (const holder of holders) {
      if (holder === null || holder === instances?.url()) continue
      if (failures.isRecent(holder, clock.now())) continue
      try {
        return await bringFrom(holder, stored, way)
      } catch (error) {
        reason = error
      }
    }
    if (reason !== null) throw reason
  }

  function begin(stored: Known, way: Way): Promise<void> {
    const { broadcastId } = stored
    const bringing = bring(stored, way)
      .catch((error: unknown) => {
        failures.note(broadcastId, clock.now())
        onError(error)
      })
      .finally(() => running.delete(broadcastId))
    running.set(broadcastId, bringing)
    return bringing
  }

  return async (stored, bytesPerSecond = Infinity) => {
    const { broadcastId, bytes } = stored
    if (!instances) return
    const size = await files.sizeOf(broadcastId)
    if (size === bytes) return
    // What was recorded here may be longer; it is made ready first.
    if (await files.isRecordedHere(broadcastId)) return
    const hasFailed = failures.isRecent(broadcastId, clock.now())
    const way = { key: instances.key, bytesPerSecond }
    const bringing = running.get(broadcastId) ?? (hasFailed ? null : begin(stored, way))
    if (size === null) await bringing
  }
}

/** Routes for other instances: a recording as it is here. */
export function peerFileRoutes({ instances }: RecordingsContext, files: RecordingFiles): RawRoute[] {
  return [
    peerFileRoute({
      path: PATH,
      summary: 'A recording, for another instance',
      key: instances?.key ?? null,
      async open(name) {
        const id = readFileName(name)
        return id === null ? null : files.open(id)
      },
    }),
  ]
}
