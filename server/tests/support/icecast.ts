import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OggReader } from '@carillon/media/ogg/reader'
import { IcecastServer } from '@carillon/testkit/icecast-server'
import { test } from 'vitest'
import { createStream, ListenerProbe, liveBroadcast } from '../../src/features/stream/testing.ts'

const { id } = liveBroadcast
const ASK_ICECAST_EVERY_MS = 300

/** Has something closed after its test, the last one first. */
type AtEnd = (close: () => Promise<unknown>) => void

/** Most of them wait for what happens every second or two, and do so side by side. */
export const it = test.extend<{ atEnd: AtEnd }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
  atEnd: async ({}, use) => {
    const closers: (() => Promise<unknown>)[] = []
    await use((close) => void closers.push(close))
    for (const close of closers.reverse()) await close()
  },
})

/** An Icecast, or a relay of `master`. */
export async function startIcecast(atEnd: AtEnd, master?: IcecastServer) {
  const icecast = await IcecastServer.start(master)
  atEnd(() => icecast.close())
  return icecast
}

/** A broadcast on air whose stream goes to `icecast`. */
export async function goLive(
  atEnd: AtEnd,
  icecast: IcecastServer,
  change: Partial<IcecastServer['settings']> = {},
  clock: { now?: () => number } = {},
) {
  const settings = { icecast: { ...icecast.settings, ...change }, stationName: 'Radio Ñandú\r\nX: 1' }
  const created = await createStream({ settings, ...clock })
  atEnd(created.close)
  created.stream.openMount({ broadcastId: id, kind: 'live' })
  return created
}

/** Asks until there is an answer. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Asks Icecast about its mount, once there is one; seldom, since it may die of a question while a source begins. */
export async function isSource(icecast: IcecastServer) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_ICECAST_EVERY_MS))
    const mount = await icecast.mount()
    if (mount) return mount
  }
}

/** A program that listens at an Icecast. */
export function listen(atEnd: AtEnd, icecast: IcecastServer): ListenerProbe {
  const probe = new ListenerProbe(icecast.listenUrl)
  atEnd(async () => probe.leave())
  return probe
}

/** The way to an Icecast's admin calls, which can be cut, and holds an answer until it is let go. */
export async function openWay(atEnd: AtEnd, icecast: IcecastServer) {
  const { host, username, password } = new URL(icecast.adminUrl)
  const headers = { authorization: `Basic ${btoa(`${username}:${password}`)}` }
  const way = {
    isCut: false,
    hold: null as Promise<void> | null,
    refused: 0,
    held: 0,
    answered: 0,
    adminUrls: [''],
  }
  const server = createServer(async ({ url }, response) => {
    if (way.isCut) {
      way.refused++
      response.destroy()
      return
    }
    const text = await fetch(`http://${host}${url}`, { headers }).then(
      (reply) => reply.text(),
      () => null, // it was stopped, or has died of the question
    )
    if (text === null) return void response.destroy()
    if (way.hold) way.held++
    await way.hold
    response.end(text, () => way.answered++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => server.close())
  way.adminUrls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  return way
}

/** The pages that came. */
export function pagesOf(probe: ListenerProbe) {
  const read = new OggReader().push(probe.bytes)
  if (!read.ok) throw new Error(read.error)
  return read.pages
}
