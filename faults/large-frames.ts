import { until } from '@carillon/testkit/until'
import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'

const SOCKETS = 100
/** RFC 6455 s7.4.1: 1009 is a message too big; 1008, a violated policy, is what too many pieces are told. */
const FRAMES_CLOSED = ['1009']
const PIECES_CLOSED = ['1008', '1009']

/** A second for the close frame to arrive, and then some on a busy machine. */
const GONE_WITHIN_MS = 20_000

/** Numbers of closed sockets by code. */
type Codes = { frames: Record<string, number>; pieces: Record<string, number> }

/** Fault of endless frames: every socket must be closed for it, and nothing of it kept. */
export const largeFrames: Fault = {
  name: 'large-frames',
  sentence: '100 sockets of each kind send frames of 1 MB and messages in pieces without end.',
  async run({ open, measure, promise }) {
    const rig = await open()
    const { station } = rig
    const rehearser = await station.newMember('DJ')
    const { id } = await rehearser.api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Rehearsal' })
    await rehearser.api.data('POST', `/api/broadcasts/${id}/start-test`)
    let codes: Codes[] = []
    let goneMs = 0
    await measure(rig, async () => {
      const before = rig.probe.descriptors
      const attacks = [
        // A place on the air is one person's: the next connection comes when the last one is gone.
        new Attack('large-frames', [
          station.socketUrl(`/ws/live?broadcastId=${id}`),
          SOCKETS,
          1,
          rehearser.api.token ?? '',
        ]),
        new Attack('large-frames', [station.socketUrl('/ws/listener'), SOCKETS, SOCKETS]),
        new Attack('large-frames', [station.socketUrl('/ws-radio/websocket'), SOCKETS, SOCKETS]),
      ]
      codes = await Promise.all(attacks.map((attack) => attack.next<Codes>()))
      // Other connections of this station come and go by a few.
      const areGone = () => rig.probe.descriptors < before + SOCKETS / 10
      goneMs = await until(areGone, GONE_WITHIN_MS, 'their connections are let go')
    })
    const frames = codes.reduce((sum, each) => sum + countOf(each.frames, FRAMES_CLOSED), 0)
    const pieces = codes.reduce((sum, each) => sum + countOf(each.pieces, PIECES_CLOSED), 0)
    promise(frames + pieces === 3 * SOCKETS, `all are closed for it: ${JSON.stringify(codes)}`)
    return `${frames} closed with 1009 for a frame, ${pieces} with 1008 or 1009 for pieces, of ${3 * SOCKETS}; let go ${(goneMs / 1000).toFixed(1)} s after the last`
  },
}

function countOf(closed: Record<string, number>, codes: readonly string[]): number {
  return codes.reduce((sum, code) => sum + (closed[code] ?? 0), 0)
}
