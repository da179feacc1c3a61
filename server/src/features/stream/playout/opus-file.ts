import { type FileHandle, open } from 'node:fs/promises'
import { OggPacketReader } from '@carillon/media/ogg/packet-reader'
import { isHeaderPacket, readOpusHead } from '@carillon/media/opus/head'
import { readPacket } from '@carillon/media/opus/packet'
import { durationOf, SAMPLES_PER_MS, type Timed } from '../mount/pacer.ts'
import { findPageBefore } from './find-page.ts'

/** Sound that is read ahead of its time: a disk may hang for about so long. */
export const READ_AHEAD_MS = 5_000
const READ_BYTES = 32 * 1024
/** So much of a file without a single packet is damage, and not a picture in its tags. */
export const MAX_BARREN_BYTES = 4 * 1024 * 1024

/** One packet and its length. */
export type FilePacket = Timed & { bytes: Uint8Array }

/**
 * The packets of one Ogg Opus file, read ahead into a bounded queue. `take` never waits; `fill` reads what is missing.
 * Damage inside is passed over; a file in which nothing can be read any more has `isDamaged`.
 */
export class OpusFile {
  readonly #file: FileHandle
  readonly #reader = new OggPacketReader()
  #offset: number
  /** Samples of the sound that are left out at the beginning: it starts there. */
  #toSkip: number
  #packets: FilePacket[] = []
  #barrenBytes = 0
  #isRead = false
  #isDamaged = false
  #filling: Promise<void> | null = null

  private constructor(file: FileHandle, offset: number, toSkip: number) {
    this.#file = file
    this.#offset = offset
    this.#toSkip = toSkip
  }

  /**
   * Opens a file at a place in its sound, with the first seconds read. Rejects when it is missing, is no Ogg Opus in
   * mono or stereo, or has no sound there.
   */
  static async open(path: string, fromMs = 0): Promise<OpusFile> {
    const file = await open(path, 'r')
    try {
      await requireOpus(file)
      const { size } = await file.stat()
      const positionInSamples = Math.round(fromMs * SAMPLES_PER_MS)
      const place = await findPageBefore(file, positionInSamples > 0 ? size : 0, positionInSamples)
      const opened = new OpusFile(file, place.offset, positionInSamples - place.granulePosition)
      await opened.fill()
      if (opened.isOver) throw new Error('It holds no sound')
      return opened
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Sound that can be taken at once. */
  get aheadMs(): number {
    return durationOf(this.#packets) / SAMPLES_PER_MS
  }

  /** Everything that can be read of it is read. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Nothing more comes. */
  get isOver(): boolean {
    return this.#isRead && this.#packets.length === 0
  }

  /** It ended because the rest cannot be read. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  /** Takes whole packets of about this length together, or what is there. */
  take(samples: number): FilePacket[] {
    let count = 0
    for (let left = samples; left > 0 && count < this.#packets.length; count++)
      left -= this.#packets[count]?.durationInSamples ?? 0
    return this.#packets.splice(0, count)
  }

  /** Reads until enough is ahead, or nothing is left; one reading at a time. Never rejects. */
  fill(): Promise<void> {
    this.#filling ??= this.#read()
      .catch(() => this.#giveUp())
      .finally(() => {
        this.#filling = null
      })
    return this.#filling
  }

  /** Resolves when nothing is being read. */
  async filled(): Promise<void> {
    await this.#filling
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#isRead = true
    this.#packets = []
    await this.#filling
    await this.#file.close().catch(() => undefined) // it was only read
  }

  async #read(): Promise<void> {
    while (!this.#isRead && this.aheadMs < READ_AHEAD_MS) {
      const { bytesRead, buffer } = await this.#file.read(
        new Uint8Array(READ_BYTES),
        0,
        READ_BYTES,
        this.#offset,
      )
      if (this.#isRead) return
      this.#offset += bytesRead
      if (bytesRead === 0) this.#isRead = true
      this.#keep(this.#reader.push(buffer.subarray(0, bytesRead)), bytesRead)
    }
  }

  #keep(packets: readonly Uint8Array[], bytesRead: number): void {
    const sound = packets.flatMap((bytes): FilePacket[] => {
      const packet = isHeaderPacket(bytes) ? null : readPacket(bytes)
      return packet?.ok ? [{ bytes, durationInSamples: packet.value.durationInSamples }] : []
    })
    this.#barrenBytes = sound.length > 0 ? 0 : this.#barrenBytes + bytesRead
    if (this.#barrenBytes > MAX_BARREN_BYTES) this.#giveUp()
    for (const packet of sound) {
      if (this.#toSkip >= packet.durationInSamples) this.#toSkip -= packet.durationInSamples
      else this.#packets.push(packet)
    }
  }

  #giveUp(): void {
    this.#isRead = true
    this.#isDamaged = true
  }
}

/** RFC 7845 s3: the first packet of the file is its identification header. */
async function requireOpus(file: FileHandle): Promise<void> {
  const { bytesRead, buffer } = await file.read(new Uint8Array(READ_BYTES), 0, READ_BYTES, 0)
  const [head] = new OggPacketReader().push(buffer.subarray(0, bytesRead))
  if (!head || !readOpusHead(head).ok) throw new Error('It is no Ogg Opus')
}
