import { durationInSamples } from '@carillon/media/opus/packet'
import { Application, createDecoder, createEncoder } from 'libopus-wasm'
import { FADE_SAMPLES, fadeGain } from './fade-gain.ts'
import type { Mixed, MixerAnswer, MixerMessage, Tail } from './mixer-process.ts'

/** RFC 6716 s2.1.4: the frames that an encoder makes, in samples at 48 kHz. */
const FRAME_SAMPLES: ReadonlySet<number> = new Set([120, 240, 480, 960, 1_920, 2_880])
const CHANNELS = 2
const BITS_PER_SECOND = 160_000
/** Samples of a packet of what was sent, coded again. */
const PRIMING = 960
const CODING = {
  channels: CHANNELS,
  application: Application.RestrictedLowDelay,
  bitrate: BITS_PER_SECOND,
} as const

/** A packet of the show, its sound left and right by turns, and its place after the show's beginning in samples. */
type ShowPacket = { bytes: Uint8Array; sound: Float32Array; at: number; samples: number }

const itemDecoder = await createDecoder({ channels: CHANNELS })
const showDecoder = await createDecoder({ channels: CHANNELS })
const encoder = await createEncoder(CODING)
/** The encoder is so far behind its input. It gets sound that is ahead by as much, so that no decoder jumps. */
const lookahead = encoder.getLookahead()

/** Sound that is left of the item, from where the show begins. */
let tail: Float32Array = new Float32Array()
let showSamples = 0
/** The newest packet: its end is encoded with the beginning of the one that follows. */
let held: ShowPacket | null = null
let isOver = false

/** Runs everything for a second of silence: the first packets of a show have no time for compiling. */
async function warmUp(): Promise<void> {
  const decoder = await createDecoder({ channels: CHANNELS })
  const coder = await createEncoder(CODING)
  const silence = new Float32Array(PRIMING * CHANNELS)
  for (let packet = 0; packet < 50; packet++) decoder.decodeFloat(coder.encodeFloat(silence))
  decoder.free()
  coder.free()
}

function begin({ sent, following }: Tail): void {
  const sentSamples = sent.reduce((sum, packet) => sum + durationInSamples(packet), 0)
  const sound = joined([...sent, ...following].map((packet) => decoded(itemDecoder, packet)))
  tail = sound.subarray(sentSamples * CHANNELS)
  // As it has coded what was sent, nearly: what a listener's decoder knows is what the next packet is predicted from.
  for (
    let end = (sentSamples % PRIMING) + lookahead + PRIMING;
    end <= sentSamples + lookahead;
    end += PRIMING
  )
    encode(sound.subarray((end - PRIMING) * CHANNELS, end * CHANNELS))
}

function mix(packets: readonly Uint8Array[]): Mixed {
  const mixed = packets.flatMap((packet) => (isOver ? [packet] : push(packet)))
  return { packets: mixed, isOver }
}

/** Packets that can go out now that this one is known. */
function push(bytes: Uint8Array): Uint8Array[] {
  const samples = durationInSamples(bytes)
  const before = held
  const canBeCoded = FRAME_SAMPLES.has(samples)
  held = canBeCoded ? { bytes, samples, sound: decoded(showDecoder, bytes), at: showSamples } : null
  showSamples += samples
  isOver = !held || held.at >= Math.min(FADE_SAMPLES, tail.length / CHANNELS)
  const mixed = before && held ? [encode(window(before, held))] : before ? [before.bytes] : []
  return isOver ? [...mixed, bytes] : mixed
}

/** Show and item together while the packet lasts, as far ahead as the encoder is behind. */
function window({ sound, at, samples }: ShowPacket, next: ShowPacket): Float32Array {
  const show = joined([sound, next.sound])
  return new Float32Array(samples * CHANNELS).map((_, index) => {
    const from = index + lookahead * CHANNELS
    const gain = fadeGain(at + Math.floor(from / CHANNELS))
    return (show[from] ?? 0) + gain * (tail[at * CHANNELS + from] ?? 0)
  })
}

/** Sound of a packet; silence of its length where it is damaged. */
function decoded(decoder: typeof itemDecoder, packet: Uint8Array): Float32Array {
  try {
    return decoder.decodeFloat(packet)
  } catch {
    return new Float32Array(durationInSamples(packet) * CHANNELS)
  }
}

function encode(sound: Float32Array): Uint8Array {
  return encoder.encodeFloat(
    sound.map((sample) => Math.max(-1, Math.min(1, sample))),
    { frameSize: sound.length / CHANNELS },
  )
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function answer(message: MixerAnswer): void {
  process.send?.(message)
}

process.on('message', (message: MixerMessage) => {
  if ('tail' in message) begin(message.tail)
  else answer(mix(message.packets))
})
await warmUp()
answer({ isReady: true })
