import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { ApiSession } from '@carillon/testkit/api'
import { HttpListener } from '@carillon/testkit/listener'
import { PROXIES, ReverseProxy } from '@carillon/testkit/reverse-proxy'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import { connected, createClient, type Way } from '@carillon/testkit/stomp-client'
import { expect, test } from '../support/fixtures.ts'
import { ChatPeer, chatFor } from '../support/long-chat.ts'

const TRANSPORTS: Way[] = ['websocket', 'xhr-streaming', 'xhr-polling']
/** With LONG=1 the chat goes on for ten minutes. */
const CHAT_MS = process.env.LONG ? Number(process.env.CHAT_SECONDS ?? 600) * 1_000 : 3_000
const SAID_EVERY_MS = process.env.LONG ? 2_000 : 500
/** A killed instance is left out by then. */
const BACK_WITHIN_MS = 15_000
const LONG_TIMEOUT_MS = CHAT_MS + 90_000

type Door = { origin: string; way: Way }

/** In the place of Icecast: what matters is what of it the proxy lets through. */
async function startIcecastStandIn(): Promise<{ server: Server; port: number }> {
  const server = createServer(({ url }, reply) => reply.end(`Icecast ${url}`)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

/** Whether a visitor got a STOMP connection. */
async function comeIn({ origin, way }: Door): Promise<boolean> {
  const client = createClient(origin, way)
  const isConnected = await connected(client).then(
    () => true,
    () => false,
  )
  await client.deactivate({ force: true })
  return isConnected
}

const portOf = ({ origin }: Station) => Number(new URL(origin).port)
const socketsOf = ({ origin }: ReverseProxy) => ({
  socketUrl: (path: string) => origin.replace(/^http/, 'ws') + path,
})

for (const name of PROXIES) {
  test.describe(name, () => {
    // One proxy for all of them.
    test.describe.configure({ mode: 'default' })
    let proxy: ReverseProxy
    let icecast: Server
    test.beforeAll(async ({ station }) => {
      const { server, port } = await startIcecastStandIn()
      icecast = server
      proxy = await ReverseProxy.start(name, [portOf(station)], port)
    })
    test.afterAll(async () => {
      await proxy.close()
      icecast.close()
    })

    test(`[DP1] pages and calls come through ${name} over HTTP/2 and TLS, and nothing without`, async () => {
      const { origin, plainOrigin, certificate } = proxy
      const session = connect(origin, { ca: certificate })
      const stream = session.request({ ':path': '/', accept: 'text/html' })
      const [headers] = await once(stream, 'response')
      let page = ''
      for await (const text of stream.setEncoding('utf8')) page += text
      session.close()
      expect([headers[':status'], page]).toEqual([200, expect.stringContaining('<div id="root">')])

      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
      const asset = await fetch(origin + script)
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([
        200,
        expect.stringContaining('immutable'),
      ])
      const config = await new ApiSession(origin).data<{ streamUrl: string }>('GET', '/api/stream/config')
      expect(config.streamUrl).toBe(`${origin}/live.ogg`)
      const plain = await fetch(`${plainOrigin}/schedule?day=1`, { redirect: 'manual' })
      expect([plain.status, plain.headers.get('location')]).toEqual([
        308,
        expect.stringMatching(/^https:.*\/schedule\?day=1$/),
      ])
    })

    test(`[DP2] a DJ and a listener behind ${name}: the sound comes page by page`, async ({ station }) => {
      const dj = await station.newMember('DJ')
      const source = await ToneSource.start(socketsOf(proxy), dj, await dj.api.goLive())
      const listener = await HttpListener.join(proxy.origin, '/live.ogg?delay=low')
      await listener.more(40_000)
      let [arrivals, whole] = [0, 0]
      while (arrivals < 20) {
        await once(listener.reply, 'data')
        arrivals += 1
        whole += Number(listener.watcher.isBetweenPages)
      }
      listener.leave()
      source.close()
      // What gathers bytes hands them on in pieces of its own size, which end in the middle of pages.
      expect(whole).toBeGreaterThan(15)
      expect(listener.watcher.faults).toEqual([])
    })

    test(`[DP4] behind ${name} a write needs the station's own origin, and uploads have their limit`, async ({
      station,
    }) => {
      const { origin } = proxy
      const dj = await station.newMember('DJ')
      const write = (from: string) =>
        fetch(`${origin}/api/broadcasts`, {
          method: 'POST',
          headers: { cookie: `token=${dj.api.token}`, origin: from, 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'Harana Hour' }),
        })
      expect((await write(origin)).status).toBe(201)
      expect((await write('https://evil.example')).status).toBe(403)

      const send = async (path: string, bytes: number) => {
        const headers = {
          authorization: `Bearer ${dj.api.token}`,
          origin,
          'content-type': 'application/json',
        }
        const body = Buffer.alloc(bytes)
        return (await fetch(origin + path, { method: 'POST', headers, body })).status
      }
      // The station reads the first two, and says that they are no image and no sound; the others are too large, and get
      // their answer.
      expect(await send('/api/announcements/images', 2_000_000)).toBe(400)
      expect(await send('/api/library/upload?title=Harana', 20_000_000)).toBe(400)
      for (let times = 0; times < 10; times++) {
        expect(await send('/api/announcements/images', 4_000_000)).toBe(413)
        expect(await send('/api/broadcasts', 2_900_000)).toBe(413)
      }
    })

    test(`[DP4] behind ${name} nobody asks what instances ask each other`, async () => {
      const reply = await fetch(`${proxy.origin}/relay/1`)
      expect(reply.status).toBe(404)
      // The station itself says it in JSON.
      expect(reply.headers.get('content-type') ?? '').not.toContain('json')
    })

    test(`[DP4] behind ${name} nobody is from where they claim to be`, async ({ station }) => {
      const { email } = await station.newMember('LISTENER')
      const guess = async (address: string) => {
        const reply = await fetch(`${proxy.origin}/api/auth/login`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': address,
            forwarded: `for=${address}`,
          },
          body: JSON.stringify({ email, password: 'a guess' }),
        })
        return reply.status
      }
      const statuses: number[] = []
      for (let n = 1; n <= 6; n++) statuses.push(await guess(`203.0.113.${n}`))
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    })

    test(`[DP6] of Icecast, ${name} lets listeners have the mounts and nothing else`, async () => {
      const ask = async (path: string) => (await fetch(proxy.origin + path)).text()
      expect(await ask('/icecast/live.ogg?x=1')).toBe('Icecast /live.ogg?x=1')
      expect(await ask('/icecast/live.mp3')).toBe('Icecast /live.mp3')
      for (const path of [
        '/icecast/admin/stats',
        '/icecast/status-json.xsl',
        '/icecast/live.ogg/../admin/',
        '/icecast/',
      ])
        expect(await ask(path)).not.toContain('Icecast')
    })
  })
}

// Slow: the proxies need seconds to notice that an instance is gone.
test('[DP5] every proxy keeps a session on its instance, and leaves out an instance that is gone', async ({
  station,
}) => {
  const other = await Station.start({ TRUST_PROXY: 'loopback' })
  const both = [portOf(station), portOf(other)]
  const behind = await Promise.all(PROXIES.map((name) => ReverseProxy.start(name, both)))
  try {
    const ways = Array.from({ length: 3 }, () => TRANSPORTS).flat()
    const doors = behind.flatMap(({ origin }) => ways.map((way) => ({ origin, way })))
    // Proxy by proxy: SockJS gives up on a way that answers slower than the first question did.
    for (const { origin } of behind)
      expect(await Promise.all(ways.map((way) => comeIn({ origin, way })))).toEqual(ways.map(() => true))

    await other.killServer()
    const statuses = new Set<number>()
    for (const { origin } of Array.from({ length: 20 }, () => behind).flat())
      statuses.add((await fetch(`${origin}/api/stream/status`)).status)
    expect([...statuses]).toEqual([200])
    const comeBack = (door: Door) => expect.poll(() => comeIn(door), { timeout: BACK_WITHIN_MS }).toBe(true)
    await Promise.all(doors.map(comeBack))
  } finally {
    await Promise.all([...behind, other].map((one) => one.close()))
  }
})

test('[DP3] chat goes through every proxy on all three transports, nothing lost, nothing twice', async ({
  station,
}) => {
  test.setTimeout(LONG_TIMEOUT_MS)
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive()
  // Ten minutes without a source would end the show.
  const source = await ToneSource.start(station, dj, id)
  const behind = await Promise.all(PROXIES.map((name) => ReverseProxy.start(name, [portOf(station)])))
  const pairs = behind.flatMap(({ name, origin }) => TRANSPORTS.map((way) => ({ name, origin, way })))
  const peers = await Promise.all(
    pairs.map(async ({ name, origin, way }) => {
      const member = await station.newMember('LISTENER')
      return ChatPeer.join(`${name} ${way}`, origin, way, member, id)
    }),
  )
  const tallies = await chatFor(peers, CHAT_MS, SAID_EVERY_MS)
  await Promise.all(peers.map((peer) => peer.leave()))
  source.close()
  await Promise.all(behind.map((proxy) => proxy.close()))
  if (process.env.LONG)
    process.stdout.write(`${tallies.map((chatCounts) => JSON.stringify(chatCounts)).join('\n')}\n`)
  const all = tallies.reduce((sum, { sent }) => sum + sent, 0)
  expect(all).toBeGreaterThanOrEqual(pairs.length)
  for (const chatCounts of tallies)
    expect(chatCounts).toMatchObject({ received: all, lost: 0, doubled: 0, reconnects: [] })
})
