import type { Encoder } from '@carillon/contract/encoder/schemas'
import { formatSpan } from '../durations.ts'

type ProgramSource = Extract<NonNullable<Encoder['source']>, { kind: 'ENCODER' }>

/** The program that is the source now; null when none is. */
export function programOf(encoder: Encoder | undefined): ProgramSource | null {
  return encoder?.source?.kind === 'ENCODER' ? encoder.source : null
}

/** Whether the DJ means to come with a program: it is there, or has a password and nobody else is the source. */
export function isForProgram(encoder: Encoder | undefined): boolean {
  if (!encoder) return false
  return encoder.source ? encoder.source.kind === 'ENCODER' : encoder.passwordSince !== null
}

/** Note on a failure, for the DJ; null while a program sends and no other one wants its place. */
export function noteOf(encoder: Encoder): Encoder['note'] {
  return programOf(encoder) && encoder.note?.reason !== 'TWO_PROGRAMS' ? null : encoder.note
}

/** Name, time and bitrate of the program that sends: `BUTT 0.1.37, for 12 min, 128 kbps`. */
export function programWords({ program, since, bitrate, droppedChunks }: ProgramSource, now: number): string {
  const parts = [program ?? 'An encoder', `for ${formatSpan(Math.max(0, now - Date.parse(since)))}`]
  if (bitrate !== null) parts.push(`${Math.round(bitrate / 1_000)} kbps`)
  if (droppedChunks > 0) parts.push(`${droppedChunks} too late`)
  return parts.join(', ')
}

/** A line for a shell that sends a file, or what else stands for INPUT. */
export function ffmpegLine({ host, port, mount, user }: Encoder, password: string): string {
  const sound = '-ac 2 -c:a libopus -b:a 128k -page_duration 250000'
  const address = `icecast://${user}:${password}@${host}:${port}${mount}`
  return `ffmpeg -re -i INPUT ${sound} -f ogg -content_type audio/ogg ${address}`
}
