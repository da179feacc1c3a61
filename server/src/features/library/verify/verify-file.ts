import { createHash, randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { MINUTE_MS } from '@carillon/contract/durations'
import {
  LEAST_ITEM_MS,
  LEAST_LOUDNESS,
  MAX_ITEM_MINUTES,
  MAX_LOUDNESS,
  MAX_PEAK,
} from '@carillon/contract/library/schemas'
import { IntegratedLoudness } from '@carillon/media/loudness/integrated-loudness'
import { TruePeak } from '@carillon/media/loudness/true-peak'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { OpusDecoder } from 'opus-decoder'
import type { Checked, FileFault } from './file-fault.ts'
import { PacketWalk } from './packet-walk.ts'

const READ_BYTES = 64 * 1024
const SAMPLES_PER_MS = 48
/** Packets to a page of 240 ms, when each lasts 20 ms: what the playout sends at a time. */
const PACKETS_TO_A_PAGE = 12
/** Room in the decoder; a packet of 20 ms at 510 kbit/s has 1,275 bytes. */
const MAX_PACKET_BYTES = 7_000

/** An upload, and where to write what is kept of it. */
export type VerifyJob = { source: string; target: string }
/** An upload that is sound. Loudness in LUFS and true peak in dB of full scale, as it goes on air; `digest` names its packets. */
export type Verified = { bytes: number; durationMs: number; loudness: number; peak: number; digest: string }

/**
 * Reads a whole upload, decodes it, and writes its packets as a stream of our own: nothing else that the file held, tags or
 * pictures, is kept. Blocks its thread.
 */
export async function verifyFile({ source, target }: VerifyJob): Promise<Checked<Verified>> {
  const decoder = new OpusDecoder({ channels: 2, forceStereo: true })
  await decoder.ready
  const [input, output] = [openSync(source, 'r'), openSync(target, 'wx', 0o600)]
  try {
    const copy = new CheckedCopy(decoder, (bytes) => write(output, bytes))
    const fault = walk(input) ?? listen(input, copy) ?? faultOf(copy.measured)
    if (fault) return { ok: false, error: fault }
    fsyncSync(output)
    return { ok: true, value: { bytes: statSync(target).size, ...copy.measured } }
  } finally {
    closeSync(input)
    closeSync(output)
    decoder.free()
  }
}

/** Looks at the whole file before any of it is decoded, which takes a hundred times as long. */
function walk(input: number): FileFault | null {
  const walk = new PacketWalk()
  for (const chunk of chunksOf(input)) {
    const packets = walk.push(chunk)
    if (typeof packets === 'string') return packets
    if (walk.durationInSamples / SAMPLES_PER_MS > MAX_ITEM_MINUTES * MINUTE_MS) return 'TOO_LONG'
  }
  return walk.end()
}

function listen(input: number, copy: CheckedCopy): FileFault | null {
  const walk = new PacketWalk()
  for (const chunk of chunksOf(input)) {
    const packets = walk.push(chunk)
    if (typeof packets === 'string') return packets
    if (!copy.push(packets)) return 'DAMAGED'
  }
  return copy.end() ? null : 'DAMAGED'
}

/** Bytes of a file from its beginning; each chunk is overwritten by the next. */
function* chunksOf(input: number): Generator<Uint8Array> {
  const chunk = new Uint8Array(READ_BYTES)
  for (let at = 0; ; ) {
    const bytes = readSync(input, chunk, 0, READ_BYTES, at)
    if (bytes === 0) return
    at += bytes
    yield chunk.subarray(0, bytes)
  }
}

function faultOf({ durationMs, loudness, peak }: Omit<Verified, 'bytes'>): FileFault | null {
  if (durationMs < LEAST_ITEM_MS) return 'TOO_SHORT'
  if (!(loudness >= LEAST_LOUDNESS)) return 'SILENT'
  return loudness > MAX_LOUDNESS || peak > MAX_PEAK ? 'TOO_LOUD' : null
}

/** Copies packets into pages, and listens to them. */
class CheckedCopy {
  readonly #decoder: OpusDecoder
  readonly #write: (bytes: Uint8Array) => void
  readonly #muxer = new OggMuxer({ serialNumber: randomInt(2 ** 32) })
  readonly #loudness = new IntegratedLoudness()
  readonly #peaks = [new TruePeak(), new TruePeak()] as const
  readonly #hash = createHash('sha256')
  #waiting: Uint8Array[] = []
  #samples = 0

  constructor(decoder: OpusDecoder, write: (bytes: Uint8Array) => void) {
    this.#decoder = decoder
    this.#write = write
    write(this.#muxer.headerPages())
  }

  get measured(): Omit<Verified, 'bytes'> {
    const peak = Math.max(...this.#peaks.map((each) => each.peak))
    return {
      durationMs: Math.round(this.#samples / SAMPLES_PER_MS),
      loudness: this.#loudness.lufs,
      peak: 20 * Math.log10(peak),
      digest: this.#hash.copy().digest('hex'),
    }
  }

  /** Answers false when a packet cannot be decoded. The last ones wait: only the end knows which page is the last. */
  push(packets: readonly Uint8Array[]): boolean {
    this.#waiting.push(...packets)
    while (this.#waiting.length > PACKETS_TO_A_PAGE) {
      const page = this.#waiting.splice(0, PACKETS_TO_A_PAGE)
      if (!this.#listen(page)) return false
      this.#write(this.#muxer.page(page))
    }
    return true
  }

  end(): boolean {
    const isSound = this.#listen(this.#waiting)
    if (isSound) this.#write(this.#muxer.lastPage(this.#waiting))
    return isSound
  }

  #listen(packets: readonly Uint8Array[]): boolean {
    if (packets.some(({ length }) => length > MAX_PACKET_BYTES)) return false
    for (const packet of packets) this.#hash.update(packet)
    const { channelData, errors, samplesDecoded } = this.#decoder.decodeFrames([...packets])
    const [left, right] = channelData
    if (errors.length > 0) return false
    this.#samples += samplesDecoded
    if (!left || !right) return true
    this.#loudness.push(left, right)
    this.#peaks[0].push(left)
    this.#peaks[1].push(right)
    return true
  }
}

/** On a disk that fills up, a part of what is asked may be written without an error. */
function write(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
