import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { OggReader } from '@carillon/media/ogg/reader'
import { durationInSamples } from '@carillon/media/opus/packet'
import { WebmDemuxer } from '@carillon/media/webm/demuxer'
import { findProgram } from '../../kernel/find-program.ts'
import { briefReasonOf, type Check, type Finding, fail, ok, warn } from '../check.ts'

const LIMIT_MS = 10_000
const SAMPLES_PER_SECOND = 48_000
const run = promisify(execFile)

/** The way of the sound through this program, and ffmpeg for browsers that play no Ogg or make no Opus. */
export const checkMedia: Check = {
  name: 'media',
  look: async ({ config }) => [await muxAndRead(), await ffmpeg(config.searchPath)],
}

/** Checks that chunks recorded by a browser come out of the stream packet by packet. */
async function muxAndRead(): Promise<Finding> {
  const { captureNamed } = await import('@carillon/media/fixtures/captures')
  const capture = captureNamed('chromium-desktop')
  const demuxer = new WebmDemuxer()
  const packets = capture.chunks.flatMap((chunk) => {
    const result = demuxer.push(chunk)
    if (!result.ok) throw new Error(result.error)
    return result.events.flatMap((event) => (event.type === 'packet' ? [event.data] : []))
  })
  const muxer = new OggMuxer({ serialNumber: 1 })
  const result = new OggReader().push(
    Buffer.concat([muxer.headerPages(), ...packets.map((packet) => muxer.page([packet]))]),
  )
  if (!result.ok) return fail(`The stream cannot be read back: ${result.error}. Reinstall the program.`)
  const read = result.pages.flatMap((page) => page.packets).slice(2)
  const isSame = Buffer.concat(read).equals(Buffer.concat(packets)) && read.length === capture.packets
  if (!isSame) return fail('The stream is not what was put in. Reinstall the program.')
  const samples = read.reduce((sum, packet) => sum + durationInSamples(packet), 0)
  return ok(
    `${(samples / SAMPLES_PER_SECOND).toFixed(1)} s of sound went through the stream and came out unchanged.`,
  )
}

async function ffmpeg(searchPath: string): Promise<Finding> {
  const path = findProgram('ffmpeg', searchPath)
  if (!path)
    return warn(
      'ffmpeg is not on PATH: older iPhones can’t play the stream, and older Safari can’t upload to the library. Install it (Debian: ffmpeg).',
    )
  try {
    const { stdout } = await run(path, ['-hide_banner', '-encoders'], { timeout: LIMIT_MS })
    if (!/ libmp3lame /.test(stdout))
      return warn(
        `${path} cannot encode MP3 (libmp3lame): older iPhones can’t play the stream. Install another ffmpeg.`,
      )
    if (!/ libopus /.test(stdout))
      return warn(
        `${path} cannot encode Opus (libopus): older Safari can’t upload to the library. Install another ffmpeg.`,
      )
    return ok(`${path} encodes MP3 for browsers that can’t play Ogg, and Opus for those that can’t make it.`)
  } catch (error) {
    return warn(`${path} does not run: ${briefReasonOf(error)}. Older iPhones can’t play the stream.`)
  }
}
