// @vitest-environment jsdom
import { Blob } from 'node:buffer'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../../lib/store.ts'
import { Air } from '../air.ts'
import { createFakeTimers } from '../testing.ts'
import { type FakeBrowser, openFakeBrowser } from '../testing-browser.ts'
import { Backup } from './backup.ts'
import type { KeptTake } from './kept-take.ts'
import { FakeTables } from './testing-tables.ts'

const INGEST = {
  ...{ type: 'INGEST', receivedBytes: 0, bufferedMs: 0, droppedChunks: 0, receivedUpTo: 1 },
  ...{ heardDelayMs: null, feedHold: null },
}

let browser: FakeBrowser
beforeEach(() => {
  browser = openFakeBrowser()
})
afterEach(() => browser.close())

it('[KC13] what a DJ says after they have handed over is not still to upload, what is left of their show is', async () => {
  const timers = createFakeTimers()
  const tables = new FakeTables()
  const openStorage = async () => tables.database
  const backup = new Backup({ timers, openStorage, upload: () => new Promise(() => {}) })
  backup.open(3)
  const air = new Air({
    ...{ broadcastId: 7, stream: {} as MediaStream, bitsPerSecond: 96_000, timers, backup },
    ...{ silentSince: createStore<number | null>(null), isSounding: () => true, onEvent: () => undefined },
  })
  air.connect()
  const socket = browser.sockets.at(-1) ?? expect.fail('no line is open')
  socket.open()
  const record = async () => {
    const { chunks } = captureNamed('chromium-default')
    const recorder = browser.recorders.at(-1) ?? expect.fail('nothing records')
    const before = tables.rows.pieces.size
    for (const chunk of chunks)
      (recorder.ondataavailable as (event: { data: Blob }) => void)({ data: new Blob([chunk.slice()]) })
    await vi.waitFor(() => expect(tables.rows.pieces.size).toBe(before + chunks.length))
  }
  const leftMs = () => {
    timers.advance(1_000)
    return backup.state.get().leftMs
  }
  await record()
  await record()
  await record()
  const [{ takeId } = { takeId: '' }] = [...tables.rows.takes.values()] as KeptTake[]
  socket.say({ ...INGEST, takeId, writtenUpTo: 1 })
  await vi.waitFor(() => expect(leftMs()).toBeGreaterThan(5_000))
  const ofTheShow = leftMs()
  socket.say({ type: 'STAND_IN', isOnAir: false })
  socket.say(INGEST)
  for (let round = 0; round < 20; round++) await record()
  socket.say(INGEST)
  await vi.waitFor(() => expect(leftMs()).toBe(ofTheShow))
  air.close()
})
