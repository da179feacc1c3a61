import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { ByteBudget } from './byte-budget.ts'
import { REQUEST_BYTES, readBody } from './read-body.ts'

const CHUNKED = { 'transfer-encoding': 'chunked' }
const lengthOf = (bytes: number) => ({ 'content-length': String(bytes) })
const budgetOf = (perHolderBytes = 1_000 + 3 * REQUEST_BYTES) =>
  new ByteBudget({ perHolderBytes, totalBytes: 10 * perHolderBytes })

/** A request with these headers, and the stream to write its body to. */
function requestOf(headers: Record<string, string>) {
  const body = new PassThrough()
  const request = Object.assign(body, { headers }) as unknown as IncomingMessage
  return { body, request }
}

it.each([CHUNKED, lengthOf(5)])(
  '[HT21] a body of %j in the smallest pieces is what was sent',
  async (headers) => {
    const { body, request } = requestOf(headers)
    const read = readBody(request, { maxBytes: 5, holder: 'a' }, budgetOf())
    for (const character of 'hello') body.write(character)
    body.end()
    expect((await read).toString()).toBe('hello')
  },
)

it('[HT21] one byte too many is BODY_TOO_LARGE, and nothing of it is kept', async () => {
  const budget = budgetOf()
  const { body, request } = requestOf(CHUNKED)
  const read = readBody(request, { maxBytes: 5, holder: 'a' }, budget)
  body.write('hello!')
  await expect(read).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  expect(budget.bytes).toBe(0)
})

it.each([6, 1e15])('[HT21] a declared length of %d is refused before there is room for it', async (bytes) => {
  const { request } = requestOf(lengthOf(bytes))
  const read = readBody(request, { maxBytes: 5, holder: 'a' }, budgetOf())
  await expect(read).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
})

it.each([lengthOf(0), lengthOf(5), CHUNKED])(
  '[HT21] nothing is kept for a caller with %j who has left before the body was asked for',
  async (headers) => {
    const budget = budgetOf()
    const { body, request } = requestOf(headers)
    body.destroy()
    await once(body, 'close')
    const read = readBody(request, { maxBytes: 5, holder: 'a' }, budget)
    await expect(read).rejects.toMatchObject({ code: 'CALLER_LEFT' })
    expect(budget.bytes).toBe(0)
  },
)

it('[HT25] its room counts before a byte has come, and no longer than until it is read', async () => {
  const budget = budgetOf()
  const { body, request } = requestOf(lengthOf(700))
  const read = readBody(request, { maxBytes: 1_000, holder: 'a' }, budget)
  expect(budget.bytes).toBe(700 + REQUEST_BYTES)
  body.end(Buffer.alloc(700))
  await read
  expect(budget.bytes).toBe(0)
})

it('[HT25] the oldest unfinished one makes room for the next of the same holder: 429', async () => {
  const budget = budgetOf()
  const oldest = readBody(requestOf(CHUNKED).request, { maxBytes: 600, holder: 'a' }, budget)
  const next = requestOf(lengthOf(2))
  const read = readBody(next.request, { maxBytes: 600, holder: 'a' }, budget)
  const other = readBody(requestOf(CHUNKED).request, { maxBytes: 600, holder: 'a' }, budget)
  await expect(oldest).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 })
  next.body.end('ok')
  expect((await read).toString()).toBe('ok')
  expect(budget.bytes).toBe(600 + REQUEST_BYTES)
  void other
})

it('[HT25] of who leaves in the middle nothing is kept', async () => {
  const budget = budgetOf()
  const { body, request } = requestOf(lengthOf(10))
  const read = readBody(request, { maxBytes: 10, holder: 'a' }, budget)
  body.destroy()
  await expect(read).rejects.toMatchObject({ code: 'CALLER_LEFT' })
  expect(budget.bytes).toBe(0)
})
