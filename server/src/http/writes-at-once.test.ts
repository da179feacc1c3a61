import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { Session } from './session.ts'
import { WritesAtOnce } from './writes-at-once.ts'

const sessionOf = (id: number): Session => ({ id, person: { id, name: 'Ana', role: 'LISTENER' } })
const reply = () => ({ raw: new PassThrough() })

it('[HT30] who has as many writes at work as may be waits for one of them, and nobody else', async () => {
  const writes = new WritesAtOnce(2)
  const [first, second] = [reply(), reply()]
  writes.enter(sessionOf(1), first)
  writes.enter(sessionOf(1), second)
  expect(() => writes.enter(sessionOf(1), reply())).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 }),
  )
  writes.enter(sessionOf(2), reply())
  writes.enter(null, reply())
  first.raw.emit('close')
  writes.enter(sessionOf(1), reply())
})

it('[HT30] a write whose caller has left is not counted: nothing would say that it ended', () => {
  const writes = new WritesAtOnce(1)
  const left = reply()
  left.raw.destroy()
  writes.enter(sessionOf(1), left)
  writes.enter(sessionOf(1), reply())
})
