import {
  BED_FADE_MS,
  fadeOf,
  gainOf,
  type Measured,
  OPUS_BITRATE,
  OPUS_SAMPLE_RATE,
  refusalOf,
} from '@carillon/contract/library/conversion'
import { MAX_ITEM_MINUTES } from '@carillon/contract/library/schemas'
import { IntegratedLoudness } from '@carillon/media/loudness/integrated-loudness'
import { TruePeak } from '@carillon/media/loudness/true-peak'
import {
  ALL_FORMATS,
  AudioSample,
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  Input,
  NullTarget,
  OggOutputFormat,
  Output,
  WavOutputFormat,
} from 'mediabunny'
import { canEncodeOpus } from './can-encode-opus.ts'
import { type FileTags, tagsOf } from './file-tags.ts'
import type { ConvertOrder } from './messages.ts'
import type { Refusal } from './refusals.ts'

/** Two channels at 48 kHz, whatever the file has. */
const STEREO = { numberOfChannels: 2, sampleRate: OPUS_SAMPLE_RATE, forceTranscode: true } as const
const FADE_FRAMES = (BED_FADE_MS * OPUS_SAMPLE_RATE) / 1_000
/** Measuring decodes, and converting decodes and encodes. */
const MEASURING_SHARE = 0.35

type Converted = { ok: true; file: Blob; tags: FileTags } | { ok: false; refusal: Refusal }

/**
 * Decodes a file, measures it, and makes Ogg Opus of it at -16 LUFS; where the station does that, only looks at it. Runs in a
 * worker.
 */
export async function convert(
  { file, kind, by }: ConvertOrder,
  onProgress: (value: number) => void,
): Promise<Converted> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS })
  try {
    const refusal = await refusalOfInput(input)
    if (refusal) return refused(refusal)
    const converted = by === 'STATION' ? file : await opusOf(input, kind, onProgress)
    if (typeof converted === 'string') return refused(converted)
    const tags = await input.getMetadataTags().catch(() => ({}))
    return { ok: true, file: converted, tags: tagsOf(tags, file.name) }
  } finally {
    input.dispose()
  }
}

async function opusOf(
  input: Input,
  kind: ConvertOrder['kind'],
  onProgress: (value: number) => void,
): Promise<Blob | Refusal> {
  if (!(await canEncodeOpus())) return 'NO_ENCODER'
  const track = await input.getPrimaryAudioTrack()
  if (!(await track?.canDecode())) return 'UNDECODABLE'
  const measured = await measure(input, (share) => onProgress(share * MEASURING_SHARE))
  return (
    refusalOf(measured) ??
    encode(input, measured, kind === 'BED' ? FADE_FRAMES : 0, (share) =>
      onProgress(MEASURING_SHARE + share * (1 - MEASURING_SHARE)),
    )
  )
}

function refused(refusal: Refusal): Converted {
  return { ok: false, refusal }
}

async function refusalOfInput(input: Input): Promise<Refusal | null> {
  if (!(await input.canRead())) return 'NOT_AUDIO'
  if ((await input.getVideoTracks()).length > 0) return 'VIDEO'
  if (!(await input.getPrimaryAudioTrack())) return 'NOT_AUDIO'
  const seconds = await input.computeDuration()
  return seconds > MAX_ITEM_MINUTES * 60 ? 'TOO_LONG' : null
}

async function measure(input: Input, onProgress: (share: number) => void): Promise<Measured> {
  const loudness = new IntegratedLoudness()
  const peaks = [new TruePeak(), new TruePeak()] as const
  let frames = 0
  const output = new Output({ format: new WavOutputFormat(), target: new NullTarget() })
  await run(input, output, onProgress, {
    codec: 'pcm-s16',
    process(sample) {
      const [left, right] = planesOf(sample)
      loudness.push(left, right)
      peaks[0].push(left)
      peaks[1].push(right)
      frames += left.length
      return sample
    },
  })
  return { loudness: loudness.lufs, peak: Math.max(peaks[0].peak, peaks[1].peak), frames }
}

async function encode(
  input: Input,
  measured: Measured,
  fadeFrames: number,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const gain = gainOf(measured)
  const target = new BufferTarget()
  let at = 0
  await run(input, new Output({ format: new OggOutputFormat(), target }), onProgress, {
    codec: 'opus',
    bitrate: OPUS_BITRATE,
    process(sample) {
      const louder = withGain(sample, (frame) =>
        fadeFrames > 0 ? gain * fadeOf(at + frame, measured.frames, fadeFrames) : gain,
      )
      at += sample.numberOfFrames
      return louder
    },
  })
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'audio/ogg' })
}

async function run(
  input: Input,
  output: Output,
  onProgress: (share: number) => void,
  audio: ConversionAudioOptions,
): Promise<void> {
  const conversion = await Conversion.init({ input, output, audio: { ...STEREO, ...audio }, tags: {} })
  conversion.onProgress = onProgress
  await conversion.execute()
}

function withGain(sample: AudioSample, gainAt: (frame: number) => number): AudioSample {
  const planes = planesOf(sample)
  const [left] = planes
  const data = new Float32Array(2 * left.length)
  for (let frame = 0; frame < left.length; frame++) {
    const gain = gainAt(frame)
    for (const [channel, plane] of planes.entries())
      data[channel * left.length + frame] = (plane[frame] as number) * gain
  }
  const { sampleRate, timestamp } = sample
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate, timestamp })
}

function planesOf(sample: AudioSample): readonly [Float32Array, Float32Array] {
  const planes = [0, 1].map((planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames)
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
    return plane
  })
  return planes as [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>]
}
