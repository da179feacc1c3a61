import { describe, expect, it } from 'vitest'
import { TableChanges } from '../db/table-changes.ts'
import { KEPT_MS, KeptReplies, keyOf, MAX_KEPT, MAX_KEPT_BYTES } from './kept-replies.ts'

/** Replies made from the table `shows`, at a time that the test moves. */
function open() {
  const changes = new TableChanges()
  const clock = { ms: 0 }
  const replies = new KeptReplies(changes, () => clock.ms)
  let made = 0
  const make = async () => {
    changes.read(['shows'])
    made += 1
    return `reply ${made}`
  }
  const read = async (key = '/live', how = make) => (await replies.get(key, how)).plain.toString()
  return { changes, clock, replies, read, made: () => made }
}

describe('a kept reply', () => {
  it('[HT61] is made once for all who ask', async () => {
    const { read, changes } = open()
    const first = await Promise.all([read(), read()])
    changes.changed(['people'])
    expect([...first, await read()]).toEqual(['reply 1', 'reply 1', 'reply 1'])
  })

  it.each(['here', 'on another instance'])(
    '[HT61] is made anew after a change %s of what it was read from',
    async (place) => {
      const { read, changes } = open()
      await read()
      if (place === 'here') changes.changed(['shows'])
      else changes.receive(['shows'])
      expect(await read()).toBe('reply 2')
    },
  )

  it('[HT61] that was begun before a change is for nobody who asks after it', async () => {
    const { read, changes } = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const early = read('/live', () => promise)
    changes.changed(['shows'])
    const late = await read()
    resolve('old')
    expect([await early, late, await read()]).toEqual(['old', 'reply 1', 'reply 1'])
  })

  it.each([KEPT_MS + 1, -KEPT_MS - 1])(
    '[HT61] is made anew when the clock has moved by %d ms',
    async (ms) => {
      const { read, clock } = open()
      await read()
      clock.ms = ms
      expect(await read()).toBe('reply 2')
    },
  )

  it('[HT61] that failed is not kept', async () => {
    const { read } = open()
    const fail = () => Promise.reject(new Error('no'))
    await expect(read('/live', fail)).rejects.toThrow('no')
    expect(await read()).toBe('reply 1')
  })

  it('[HT63] takes the place of the oldest, and a large one none', async () => {
    const { read, made } = open()
    await read('/large', async () => 'x'.repeat(MAX_KEPT_BYTES + 1))
    await read('/large')
    for (let number = 0; number < MAX_KEPT; number += 1) await read(`/${number}`)
    const before = made()
    await read(`/${MAX_KEPT - 1}`)
    expect(made()).toBe(before)
    await read('/large')
    expect(made()).toBe(before + 1)
  })
})

it.each([
  ['/api/broadcasts/live?_ts=1795621474588', '/api/broadcasts/live'],
  ['/api/chats/1?limit=50&_ts=1', '/api/chats/1?limit=50'],
  ['/api/chats/1?_ts=1&limit=50', '/api/chats/1?limit=50'],
  ['/api/chats/1&_ts=1', '/api/chats/1&_ts=1'],
  ['/api/chats/1?limit=50&a_ts=1', '/api/chats/1?limit=50&a_ts=1'],
])('[HT732] %s is kept as %s, whenever it is asked', (url, kept) => {
  expect(keyOf({ protocol: 'http', host: 'radio.example', url })).toBe(`http://radio.example${kept}`)
})
