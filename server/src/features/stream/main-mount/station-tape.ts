import { rm } from 'node:fs/promises'
import { MINUTE_MS } from '@carillon/contract/durations'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import { ShowPages } from '../on-air/show-pages.ts'
import type { Transmitter } from '../on-air/transmitter.ts'
import { Recording } from '../outputs/recording.ts'
import type { Log } from '../ports.ts'
import type { Tape } from '../rewind/tape.ts'
import type { SoundingItem } from './sounding-item.ts'

/** An item that lasts longer has several files: what is too old is removed file by file. */
export const LONGEST_FILE_MS = 15 * MINUTE_MS

export type StationTapeOptions = {
  /** Folder of its own: what is in it at the start is removed. */
  directory: string
  log: Pick<Log, 'warn'>
  /** Wall clock, in milliseconds since 1970. */
  clock: { now(): number }
  /** Whether anybody may hear the recording of a show; it does not reject. */
  isRecordingPublic(broadcastId: number): Promise<boolean>
}

/** Shows are to be recorded when nobody can go back between them any more. */
const LEAST_FREE_BYTES = 1024 * 1024 * 1024

/** Main mount whose sound is kept. */
type Kept = Pick<Transmitter, 'mount' | 'rewinds'>

/** Item that can be gone back to. */
export type EarlierItem = SoundingItem & {
  /** It was heard for `durationMs`; what sounds lasts that long, unless something cuts it. */
  isOver: boolean
}

/** Part of an item, in a file. */
type Part = {
  item: SoundingItem
  fromSamples: number
  pages: ShowPages
  recording: Recording
  tape: Tape
}

/** Sound between shows, kept for listeners who go back: a file for each item. Rewinds says for how long. */
export class StationTape {
  readonly #options: StationTapeOptions
  #part: Part | null = null
  /** Items by the files that are kept of them, the oldest first. */
  readonly #kept = new Map<Tape, EarlierItem>()
  #files = 0
  /** The rest of before a restart is away. */
  #isReady = false
  readonly #cleared: Promise<void>

  constructor(options: StationTapeOptions) {
    this.#options = options
    this.#cleared = rm(options.directory, { recursive: true, force: true }).then(
      () => {
        this.#isReady = true
      },
      (err) =>
        options.log.warn(
          { err },
          'What played before could not be removed; nobody can go back between shows',
        ),
    )
  }

  /** Takes the packets of a page that an item sent; null where no item did. */
  take(packets: readonly Uint8Array[], transmitter: Kept, item: SoundingItem | null): void {
    if (!item || !this.#isReady || transmitter.rewinds.keptMs === 0) {
      this.pause()
      return
    }
    const { sent } = transmitter.mount
    const isSame = this.#part?.item.startedAtMs === item.startedAtMs
    if (!this.#part || !isSame || sent - this.#part.fromSamples > LONGEST_FILE_MS * SAMPLES_PER_MS) {
      this.pause()
      this.#part = this.#begin(transmitter, item)
    }
    this.#part.pages.take(packets)
  }

  /** A show has the mount, or nothing sounds. Idempotent. */
  pause(): void {
    const part = this.#part
    this.#part = null
    if (!part) return
    const { item, tape, pages, recording } = part
    const playedMs = this.#options.clock.now() - item.startedAtMs
    if (this.#kept.has(tape))
      this.#kept.set(tape, { ...item, durationMs: Math.max(0, playedMs), isOver: true })
    tape.end()
    pages.end()
    void recording.close()
  }

  /** Items that anybody can go back to, newest first, each once. */
  earlier(): EarlierItem[] {
    const open = [...this.#kept].filter(([tape]) => tape.isPublic).map(([, item]) => item)
    const sinceOf = ({ soundsFromMs, startedAtMs }: EarlierItem) => soundsFromMs ?? startedAtMs
    return [...new Map(open.map((item) => [sinceOf(item), item])).values()].reverse()
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.pause()
    await this.#cleared
  }

  #begin({ mount, rewinds }: Kept, item: SoundingItem): Part {
    const { broadcastId } = item
    const { directory, log, isRecordingPublic } = this.#options
    this.#files += 1
    const recording = new Recording({
      directory,
      broadcastId: this.#files,
      leastFreeBytes: LEAST_FREE_BYTES,
      onFailure: (err) => {
        this.#kept.delete(tape)
        log.warn({ err }, 'Nobody can go back to what plays; the station plays on')
      },
    })
    const onClose = async () => {
      this.#kept.delete(tape)
      await remove(recording).catch((err) =>
        log.warn({ err }, 'What played stays on the disk until the next start'),
      )
    }
    const tape: Tape = rewinds.add(broadcastId, recording, onClose)
    this.#kept.set(tape, { ...item, isOver: false })
    if (broadcastId !== null) void tape.learnIsPublic(() => isRecordingPublic(broadcastId))
    const onPage = (bytes: Uint8Array) => {
      recording.append(bytes)
      tape.noteSent(mount.sent)
    }
    const pages = new ShowPages({ onPage, onSound: () => undefined })
    return { item, fromSamples: mount.sent, pages, recording, tape }
  }
}

async function remove(recording: Recording): Promise<void> {
  await recording.close()
  const { files } = recording
  if (files) await rm(files.path, { force: true })
}
