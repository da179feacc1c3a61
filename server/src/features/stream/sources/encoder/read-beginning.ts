import type { Socket } from 'node:net'
import { type OggDemuxEvent, OggOpusDemuxer } from '@carillon/media/ogg/demuxer'
import type { BodyReader } from '../../../../http/body-reader.ts'
import { isLowQuality } from '../low-quality.ts'
import { BROKEN_HTTP, type EncoderEnd, LOW_QUALITY, SENT_ALL, STOPPED, unreadable } from './encoder-end.ts'

/** The first page has at most 64 KiB, and may come behind as much damage. */
export const MAX_BEGINNING_BYTES = 192 * 1024
/** A program that says nothing, or not enough, holds a connection for nothing. */
export const BEGINNING_LIMIT_MS = 20_000

const LOST: EncoderEnd = { reason: 'LEFT', message: 'The connection to your encoder was lost.' }
const SILENT: EncoderEnd = { reason: 'SILENT', message: 'No audio from your encoder for 20 s.' }
const GIVEN_UP: EncoderEnd = { reason: 'REPLACED', message: 'Another encoder took over.' }
const UNDECIDED: EncoderEnd = { reason: 'DAMAGED', message: 'The stream from your encoder is damaged.' }

/**
 * Reads what a program sends until its first page tells the format, and puts it back: a program of the wrong format is not
 * to take the place of a source that sounds, not for a second. Gives null for stereo Opus, and for anything else, and when `signal` is
 * aborted, why not.
 */
export function readBeginning(
  socket: Socket,
  body: BodyReader,
  signal: AbortSignal,
): Promise<EncoderEnd | null> {
  const demuxer = new OggOpusDemuxer()
  const seen: Buffer[] = []
  let seenBytes = 0
  return new Promise((resolve) => {
    const end = (result: EncoderEnd | null) => {
      clearTimeout(limit)
      signal.removeEventListener('abort', onAbort)
      socket.off('readable', onReadable).off('end', onEnd).off('close', onClose)
      // In the turn in which it was read: a socket without unread bytes emits its end.
      if (result === null) socket.unshift(Buffer.concat(seen))
      resolve(result)
    }
    const onAbort = () => end(GIVEN_UP)
    const onEnd = () => end(STOPPED)
    const onClose = () => end(LOST)
    const onReadable = () => {
      for (let part = socket.read(); part !== null; part = socket.read()) {
        seen.push(part)
        seenBytes += part.length
        const verdict = judge(body, demuxer, part)
        if (verdict !== 'more') return end(verdict === 'good' ? null : verdict)
        if (seenBytes > MAX_BEGINNING_BYTES) return end(UNDECIDED)
      }
    }
    const limit = setTimeout(() => end(SILENT), BEGINNING_LIMIT_MS)
    signal.addEventListener('abort', onAbort)
    socket.on('readable', onReadable).on('end', onEnd).on('close', onClose)
    onReadable()
  })
}

function judge(body: BodyReader, demuxer: OggOpusDemuxer, bytes: Uint8Array): EncoderEnd | 'good' | 'more' {
  const read = body.push(bytes)
  if (!read.ok) return BROKEN_HTTP
  for (const part of read.parts) {
    const result = demuxer.push(part)
    if (!result.ok) return unreadable(result.error, result.codec)
    if (result.events.some(isPoorHead)) return LOW_QUALITY
    if (result.events.length > 0) return 'good'
  }
  return read.isOver ? SENT_ALL : 'more'
}

/** Whether a stream begins that is mono, or sampled too low. */
export function isPoorHead(event: OggDemuxEvent): boolean {
  return event.type === 'head' && isLowQuality(event.head.channels, event.head.inputSampleRate)
}
