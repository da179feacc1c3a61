import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../../tests/support/show.ts'
import { findNotification, insertNotification } from '../store.ts'
import type { NewNotification, NotificationRow } from '../table.ts'
import { MemoryConnections, openNotificationsPlace } from '../testing.ts'
import { createPush, MAX_SUBSCRIPTIONS } from './create-push.ts'
import { isPublicAddress, pushEndpointFault } from './push-address.ts'
import { nextRecipients } from './push-store.ts'

type Arrived = { path: string; headers: IncomingHttpHeaders; bytes: number }

/** A push service of this test's own: `/gone` no longer knows its browser, `/never` does not answer. */
async function startPushService(): Promise<{ origin: string; arrived: Arrived[]; server: Server }> {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    arrived.push({ path, headers: request.headers, bytes: Buffer.concat(chunks).length })
    if (path.startsWith('/never')) return
    const status = path === '/gone' ? 410 : path === '/moved' ? 302 : path === '/fails' ? 500 : 201
    response.writeHead(status, status === 302 ? { location: '/b' } : {}).end('kept by nobody'.repeat(1_000))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, server }
}

function newKeys(): { p256dh: string; auth: string } {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  return { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

describe.each(ENGINES)('Web Push, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openNotificationsPlace>>
  let service: Awaited<ReturnType<typeof startPushService>>
  let push: ReturnType<typeof createPush>
  let ana: Person

  beforeAll(async () => {
    place = await openNotificationsPlace(engine)
    service = await startPushService()
  })
  beforeEach(async () => {
    await sql`TRUNCATE push_subscriptions, notifications, notification_tallies CASCADE`.execute(place.db)
    service.arrived.length = 0
    push = createPush(place.contextOf(new MemoryConnections()))
    ana = await place.person('LISTENER')
  })
  afterEach(() => push.close())
  afterAll(async () => {
    service.server.closeAllConnections()
    service.server.close()
    await place.close()
  })

  async function signIn(person: Person): Promise<{ id: number; person: Person }> {
    const token = randomBytes(8).toString('hex')
    const { rows } = await sql<{
      id: number
    }>`INSERT INTO sessions (token_hash, user_id, remember, created_at, expires_at)
      VALUES (${token}, ${person.id}, true, ${new Date(place.clock.nowMs)}, ${new Date(place.clock.nowMs + 3_600_000)})
      RETURNING id`.execute(place.db)
    return { id: rows[0]?.id ?? 0, person }
  }
  const subscribe = async (path: string, person = ana) => {
    const session = await signIn(person)
    await push.subscribe(session, { endpoint: service.origin + path, keys: newKeys() })
    return session
  }
  async function write(change: Partial<NewNotification> = {}): Promise<NotificationRow> {
    const notification = {
      type: 'ALERT',
      message: 'Storm',
      link: null,
      audience: 'everyone',
      ...change,
    } as const
    return (await insertNotification(place.db, notification, new Date(place.clock.nowMs))) as NotificationRow
  }
  async function pushed(change: Partial<NewNotification> = {}): Promise<string[]> {
    service.arrived.length = 0
    push.send(await write(change))
    await push.idle()
    return service.arrived.map(({ path }) => path).sort()
  }
  async function endpoints(): Promise<string[]> {
    const { rows } = await sql<{
      endpoint: string
    }>`SELECT endpoint FROM push_subscriptions ORDER BY id`.execute(place.db)
    return rows.map(({ endpoint }) => endpoint.slice(service.origin.length))
  }

  it('[NO18] is encrypted and signed with keys that stay', async () => {
    await subscribe('/a')
    await pushed()
    const key = await push.publicKey()
    expect(service.arrived[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400' })
    expect(service.arrived[0]?.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${key}$`))
    expect(service.arrived[0]?.bytes).toBeGreaterThan(100)
    const others = [1, 2].map(() => createPush(place.contextOf(new MemoryConnections())))
    expect(await Promise.all(others.map((other) => other.publicKey()))).toEqual([key, key])
  })

  it('[NO18] the keys are made at the first start, before anybody asks', async () => {
    await sql`DELETE FROM push_keys`.execute(place.db)
    const { notifications } = place.instance()
    await notifications.start()
    await notifications.close()
    const { rows } = await sql`SELECT * FROM push_keys`.execute(place.db)
    expect(rows).toHaveLength(1)
  })

  it('[NO18] goes again to people whose ban has run out', async () => {
    await subscribe('/a')
    const until = new Date(place.clock.nowMs + 60_000)
    await sql`UPDATE users SET banned = true, banned_until = ${until} WHERE id = ${ana.id}`.execute(place.db)
    expect(await pushed()).toEqual([])
    place.clock.nowMs = until.getTime()
    expect(await pushed()).toEqual(['/a'])
  })

  it('[NO18] goes to whom it is for, who want it, are not banned and are signed in', async () => {
    const dj = await place.person('DJ')
    const [away, banned] = [await place.person('LISTENER'), await place.person('LISTENER')]
    const paths = new Map([
      ['/ana', ana],
      ['/dj', dj],
      ['/away', away],
      ['/banned', banned],
    ])
    for (const [path, person] of paths) await subscribe(path, person)
    await sql`UPDATE sessions SET expires_at = created_at WHERE user_id = ${away.id}`.execute(place.db)
    await sql`UPDATE users SET banned = true WHERE id = ${banned.id}`.execute(place.db)
    expect(await pushed()).toEqual(['/ana', '/dj'])
    expect(await pushed({ audience: { roles: ['DJ'] } })).toEqual(['/dj'])
    expect(await pushed({ audience: { userId: ana.id } })).toEqual(['/ana'])
    expect(await pushed({ type: 'BROADCAST_SCHEDULED' })).toEqual([])
  })

  it('[NO19] ten browsers of a person, the newest, also when they come at once', async () => {
    await Promise.all(Array.from({ length: 15 }, (_, at) => subscribe(`/${at}`)))
    expect(await endpoints()).toHaveLength(MAX_SUBSCRIPTIONS)
    place.clock.nowMs += 1
    await subscribe('/newest')
    expect(await endpoints()).toContain('/newest')
    expect(await endpoints()).toHaveLength(MAX_SUBSCRIPTIONS)
  })

  it('[NO19] forgets what is gone, whose session ended, and gives a browser to who signs in there next', async () => {
    const dj = await place.person('DJ')
    const session = await subscribe('/a')
    await subscribe('/gone')
    await subscribe('/moved')
    await pushed()
    expect(await endpoints()).toEqual(['/a', '/moved'])
    await subscribe('/moved', dj)
    expect(await pushed({ audience: { userId: ana.id } })).toEqual(['/a'])
    await push.unsubscribe({ id: 0, person: ana }, `${service.origin}/moved`)
    expect(await endpoints()).toEqual(['/a', '/moved'])
    await sql`DELETE FROM sessions WHERE id = ${session.id}`.execute(place.db)
    expect(await endpoints()).toEqual(['/moved'])
  })

  it('[NO24] a browser whose service fails is left alone for a minute, then for longer, until it is taken again', async () => {
    await subscribe('/fails')
    const tried: boolean[] = []
    for (const minutes of [0, 0.9, 0.2, 1.8, 0.3]) {
      place.clock.nowMs += minutes * 60_000
      tried.push((await pushed()).length === 1)
    }
    expect(tried).toEqual([true, false, true, false, true])
    await sql`UPDATE push_subscriptions SET endpoint = ${`${service.origin}/well`}`.execute(place.db)
    place.clock.nowMs += 5 * 60_000
    expect([await pushed(), await pushed()]).toEqual([['/well'], ['/well']])
  })

  it('[NO24] one that has failed for three days is forgotten, not one that failed as often in an hour', async () => {
    await subscribe('/fails')
    await subscribe('/a')
    const failOften = async (times: number) => {
      for (let at = 0; at < times; at++) {
        place.clock.nowMs += 60 * 60_000 + 1
        await sql`UPDATE sessions SET expires_at = ${new Date(place.clock.nowMs + 1)}`.execute(place.db)
        await pushed()
      }
    }
    await failOften(12)
    expect(await endpoints()).toEqual(['/fails', '/a'])
    place.clock.nowMs += 3 * 24 * 60 * 60_000
    await failOften(1)
    expect(await endpoints()).toEqual(['/a'])
  })

  it('[NO25] verified people come first, and those whose service took something before', async () => {
    const verified = await place.person('LISTENER')
    await sql`UPDATE users SET verified = true WHERE id = ${verified.id}`.execute(place.db)
    for (const [path, person] of [
      ['/new', ana],
      ['/proven', ana],
      ['/verified', verified],
      ['/verified-proven', verified],
    ] as const)
      await subscribe(path, person)
    const before = new Date(place.clock.nowMs - 1)
    await sql`UPDATE push_subscriptions SET proven_at = ${before} WHERE endpoint LIKE '%proven'`.execute(
      place.db,
    )
    const { id: notificationId } = await write()
    const request = { notificationId, limit: 2, now: new Date(place.clock.nowMs) }
    const paths: string[] = []
    for (let after = { tier: -1, id: 0 }; paths.length < 4; ) {
      const next = await nextRecipients(place.db, { ...request, after })
      paths.push(...next.map(({ endpoint }) => endpoint.slice(service.origin.length)))
      after = next.at(-1) ?? after
      // What one sends meanwhile is not sent again, nor left out.
      await sql`UPDATE push_subscriptions SET proven_at = ${request.now} WHERE proven_at IS NULL`.execute(
        place.db,
      )
    }
    expect(paths).toEqual(['/verified-proven', '/verified', '/proven', '/new'])
  })

  it('[NO23] what became of pushes is counted', async () => {
    for (const path of ['/a', '/gone', '/fails']) await subscribe(path)
    await pushed()
    expect(push.metrics()).toEqual({
      outcomes: { sent: 1, gone: 1, refused: 1, unreachable: 0, dropped: 0 },
      waiting: 0,
    })
  })

  it('[NO22] browsers whose service says nothing keep no other notification waiting', async () => {
    const silent = await startPushService()
    for (let at = 0; at < 10; at++)
      await push.subscribe(await signIn(ana), { endpoint: `${silent.origin}/never?${at}`, keys: newKeys() })
    await subscribe('/b', await place.person('LISTENER'))
    const both = new Promise<void>((resolve) => {
      service.server.on('request', () => void (service.arrived.length === 1 && resolve()))
    })
    push.send(await write())
    push.send(await write())
    await both
    expect(silent.arrived.map(({ path }) => path)).not.toEqual([])
    await push.close()
    silent.server.closeAllConnections()
    silent.server.close()
  })

  it('[NO20] nobody waits for a service that does not answer, and closing does not either', async () => {
    await subscribe('/never')
    const arrived = once(service.server, 'request')
    const row = await write()
    push.send(row)
    await arrived
    await push.close()
    push.send(row)
    expect(await findNotification(place.db, row.id)).toMatchObject({ message: 'Storm' })
  })
})

describe('addresses of push services', () => {
  const PRIVATE = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'no address',
  ]
  it.each(PRIVATE)('[NO17] %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
  it.each(['1.1.1.1', '142.250.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '[NO17] %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  const REFUSED = [
    'http://push.example.com/a',
    'https://localhost/a',
    'https://127.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://database/a',
    'https://printer.local/a',
    'https://metadata.google.internal/a',
    'https://push.example.com:8443/a',
    'https://me:secret@push.example.com/a',
    'ftp://push.example.com/a',
    'file:///etc/passwd',
    'nothing',
  ]
  it.each(REFUSED)('[NO17] %s is refused', (address) => {
    expect(pushEndpointFault(address, false)).not.toBeNull()
  })
  it.each([
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-by3p.notify.windows.com/w/?token=a',
  ])('[NO17] %s is taken', (address) => {
    expect(pushEndpointFault(address, false)).toBeNull()
  })
})
