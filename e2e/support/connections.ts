import { expect, type Page } from '@playwright/test'
import type { Starvation } from './starvation.ts'

const STARVED = 'near: the network starves it'
const NOTHING_CAME = 'near: nothing came'
/** The player waits for 4 s, of which the sound that it has already needs none. */
const NOTHING_MAY_COME_MS = 3_000

/** Streams that a page has asked for, and lines that it has opened as a DJ, since the count began. */
export type Connections = { streams: number; lines: number }

/** Counts the connections of a page from now on. */
export function countConnections(page: Page): Connections {
  const counts = { streams: 0, lines: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live.ogg') counts.streams++
  })
  page.on('websocket', (socket) => {
    if (socket.url().includes('/ws/live')) counts.lines++
  })
  return counts
}

/**
 * Counts from now on how often a DJ who has handed over is put on the air again, because the sound of the next one is lost. A
 * machine under test that is out of breath loses it for two seconds; the next one then comes back by a connection of its own.
 */
export function countStandIns(page: Page): { standIns: number } {
  const counts = { standIns: 0 }
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString()
      if (text.startsWith('{"type":"STAND_IN"') && text.includes('"isOnAir":true')) counts.standIns++
    })
  })
  return counts
}

/** Reason why the player last left an engine; null when it never has. */
export function lastFailure(page: Page): Promise<string | null> {
  return page.getByRole('region', { name: 'Player' }).first().getAttribute('data-last-failure')
}

/**
 * The listener kept its connection. A machine under test that is out of breath starves the near engine, which the player
 * then leaves for the plain one by a connection of its own (LS9), and one that stands still for seconds makes the near
 * engine connect again: this connection and no other is nobody else's doing.
 */
export async function expectKept(
  page: Page,
  failureBefore: string | null,
  counts: Connections,
  starvation: Starvation,
): Promise<void> {
  const failure = await lastFailure(page)
  const stoodStillMs = await starvation.longestMs(0, Date.now())
  const isExcused = failure === STARVED || (failure === NOTHING_CAME && stoodStillMs >= NOTHING_MAY_COME_MS)
  expect(counts).toEqual({ streams: isExcused && failure !== failureBefore ? 1 : 0, lines: 0 })
}
