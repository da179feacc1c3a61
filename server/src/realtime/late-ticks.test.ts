import { once } from 'node:events'
import { expect, test } from 'vitest'
import { connectStomp, startRealtime } from '../../tests/support/realtime-alone.ts'

const STOPPED_MS = 70_000
/** The first look after it, and one more. */
const LOOKS = 2

test('[FT8] who was silent while the process was stopped is not cut when it goes on', async () => {
  let nowMs = 0
  let timesAsked = 0
  const now = () => {
    timesAsked += 1
    return nowMs
  }
  const { url } = await startRealtime({ now })
  const [beating, quiet] = await Promise.all([
    connectStomp(url, 'heart-beat:10000,10000\n'),
    connectStomp(url, 'heart-beat:0,0\n'),
  ])
  const ended: number[] = []
  for (const socket of [beating, quiet]) socket.on('close', (code) => ended.push(code))

  const before = timesAsked
  nowMs += STOPPED_MS
  await expect.poll(() => timesAsked).toBeGreaterThanOrEqual(before + LOOKS)

  for (const socket of [beating, quiet]) {
    socket.send('BEGIN\ntransaction:t\nreceipt:here\n\n\0')
    const [answer] = await once(socket, 'message')
    expect(String(answer)).toContain('receipt-id:here')
  }
  expect(ended).toEqual([])
})
