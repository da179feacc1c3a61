import { once } from 'node:events'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { type OggPage, OggReader } from '@carillon/media/ogg/reader'
import { silencePacket } from '@carillon/media/opus/silence'
import { WebSocket } from 'ws'
import { minBitrateBytes } from '../../src/features/stream/mount/min-bitrate-padding.ts'
import type { Instance } from './instances.ts'

export const SLICE_MS = 300
const SILENCE = Buffer.from(silencePacket(960, minBitrateBytes(960)))

/** A DJ whose recorder runs: chunk after chunk of a capture, again and again, until `stop`, or `stall`, which leaves the line open. */
export type FakeRecorder = { socket: WebSocket; closed: Promise<number>; stop(): void; stall(): void }

/** Sends a capture, or chunks of the caller's, to an instance, over and over; resolves when the station has accepted the sound. */
export async function perform(
  { socketOrigin }: Pick<Instance, 'socketOrigin'>,
  token: string,
  broadcastId: number,
  capture: string | readonly Uint8Array[] = 'chromium-desktop',
): Promise<FakeRecorder> {
  const socket = new WebSocket(`${socketOrigin}/ws/live?broadcastId=${broadcastId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined) // its close says it
  await Promise.race([once(socket, 'open'), closed])
  const chunks = typeof capture === 'string' ? captureNamed(capture).chunks : capture
  let next = 0
  const send = () => socket.send(chunks[next++ % chunks.length] ?? '')
  const timer = setInterval(send, SLICE_MS)
  void closed.then(() => clearInterval(timer))
  send()
  const accepted = once(socket, 'message')
  const code = await Promise.race([accepted, closed])
  if (typeof code === 'number') throw new Error(`the source was closed with ${code}`)
  return {
    socket,
    closed,
    stall: () => clearInterval(timer),
    stop() {
      clearInterval(timer)
      socket.terminate()
    },
  }
}

/** The pages of what a listener heard; the last one may have come in part. Throws when it is no Ogg. */
export function pagesOf(bytes: Uint8Array): OggPage[] {
  const result = new OggReader().push(bytes)
  if (!result.ok) throw new Error(result.error)
  return result.pages
}

/** Counts the DJ's packets that a listener heard: all but the station's own silence. */
export function soundPackets(bytes: Uint8Array): number {
  const packets = pagesOf(bytes).flatMap(({ sequence, packets }) => (sequence < 2 ? [] : packets))
  return packets.filter((packet) => !SILENCE.equals(packet)).length
}

/** Waits until something is so, by looking; the test's own limit ends it. */
export async function until(isSo: () => unknown): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}
