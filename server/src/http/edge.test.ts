import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint } from '@carillon/contract/endpoint'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod/mini'
import { AppError } from '../kernel/app-error.ts'
import { createEdge } from './edge.ts'
import { type Route, route } from './route.ts'
import { NO_PAGE_POLICY, placesBeside, SECURITY_HEADERS } from './security-headers.ts'
import { BARE_EDGE } from './testing.ts'

const thing = endpoint({
  method: 'GET',
  path: '/api/thing',
  summary: 'A thing',
  access: 'public',
  status: 200,
  reply: z.object({ shown: z.string() }),
})

/** An edge with these routes and web app; gives its origin and what it has logged. */
async function startEdge(routes: Route[], webFolder = '/nowhere') {
  const lines: string[] = []
  const edge = await createEdge({
    ...BARE_EDGE,
    routes,
    webFolder,
    soundOrigins: ['https://listen.example', 'https://radio.example'],
    stationName: 'Radyo <Diliman> & $&',
    timeZone: 'America/New_York',
    contact: { email: 'dj"s@radio.example', studio: 'Room 4 <left> & $&', hours: null, mail: 'on' },
    translate: (error) => (error instanceof RangeError ? new AppError('DATABASE_AWAY') : null),
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  })
  await edge.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => edge.close())
  const { port } = edge.server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, lines }
}

it('[HT67] a connection persists without a word, and its last reply says that it closes', async () => {
  const { origin } = await startEdge([route(thing, { handle: async () => ({ shown: 'here' }) })])
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const ask = (line = '') => socket.write(`GET /api/thing HTTP/1.1\r\nHost: x\r\n${line}\r\n`)
  ask()
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(String(first)).toMatch(/^HTTP\/1.1 200 /)
  expect(String(first)).not.toMatch(/^(Connection|Keep-Alive):/im)
  ask('Connection: close\r\n')
  const [last] = (await once(socket, 'data')) as [Buffer]

  expect(String(last)).toMatch(/^Connection: close\r$/im)
  await once(socket, 'end')
})

it('[HT731] a crowd that connects at once waits in a line of 4,096', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen')
  onTestFinished(() => listen.mockRestore())
  await startEdge([])
  expect(listen.mock.calls[0]?.[0]).toMatchObject({ backlog: 4_096 })
})

const failing = (error: Error) =>
  route(thing, () => {
    throw error
  })

it('[HT3] a fault of the server says no more than that, and under its id the log has the rest', async () => {
  const { origin, lines } = await startEdge([failing(new Error('the secret of table users'))])
  const reply = await fetch(`${origin}/api/thing`)
  const body = (await reply.json()) as { requestId: string }
  expect(reply.status).toBe(500)
  expect(body).toEqual({
    success: false,
    code: 'INTERNAL',
    message: 'Something went wrong',
    requestId: body.requestId,
  })
  const logged = lines.find((line) => line.includes(body.requestId))
  expect(logged).toContain('the secret of table users')
})

it('[HT3] a database that is away is 503, to be tried again soon', async () => {
  const { origin } = await startEdge([failing(new RangeError('away'))])
  const reply = await fetch(`${origin}/api/thing`)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await reply.json()).toMatchObject({ code: 'DATABASE_AWAY', message: 'Something went wrong' })
})

it('[HT1] what the contract does not name never leaves', async () => {
  const { origin } = await startEdge([route(thing, () => ({ shown: 'a', passwordHash: 'b' }))])
  expect(await (await fetch(`${origin}/api/thing`)).json()).toEqual({ success: true, data: { shown: 'a' } })
})

it.each(['SHUTTING_DOWN', 'MEDIA_AWAY', 'STATION_FULL'] as const)(
  '[HT59] %s, which the station decided on, is a warning without a stack',
  async (code) => {
    const { origin, lines } = await startEdge([failing(new AppError(code))])
    expect((await fetch(`${origin}/api/thing`)).status).toBe(503)
    const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
    expect(logged).toMatchObject([{ level: 40, code, msg: 'refused for now' }])
    expect(lines.join()).not.toContain('stack')
  },
)

it('[HT59] a database that went away is an error with its stack', async () => {
  const { origin, lines } = await startEdge([failing(new RangeError('connection lost'))])
  expect((await fetch(`${origin}/api/thing`)).status).toBe(503)
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 50, err: expect.objectContaining({ stack: expect.any(String) }) }),
  )
})

it('[HT3] a reply that breaks the contract is a fault of the server', async () => {
  const { origin } = await startEdge([route(thing, () => ({ shown: 7 }) as never)])
  expect((await fetch(`${origin}/api/thing`)).status).toBe(500)
})

function webFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<title>Campus Radio</title><meta name="station-time-zone" content="Asia/Manila"><meta name="station-email" content=""><meta name="station-studio" content=""><meta name="station-hours" content=""><meta name="station-mail" content=""><script>theme()</script><script type="module" src="/a.js"></script>',
  )
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'plain')
  writeFileSync(join(folder, 'assets/app-1a2b.js.br'), 'br')
  writeFileSync(join(folder, 'bell.svg'), '<svg/>')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{ "name": "Campus Radio" }')
  writeFileSync(join(folder, 'service-worker.js'), 'worker')
  return folder
}

it('[HT9] every address of the app gives its page, checked each time', async () => {
  const { origin } = await startEdge([], webFolder())
  for (const path of ['/', '/schedule', '/broadcast/7?x=1', '/index.html', '/no.such']) {
    const reply = await fetch(origin + path, { headers: { accept: 'text/html' } })
    expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
    expect(await reply.text()).toContain('theme()')
  }
})

it('[HT20] a page that goes out calls the station by its name', async () => {
  const { origin } = await startEdge([], webFolder())
  const page = await (await fetch(`${origin}/`)).text()
  expect(page).toContain('<title>Radyo &lt;Diliman&gt; &amp; $&amp;</title>')
})

it('[HT57] a page that goes out names the zone of the station', async () => {
  const { origin } = await startEdge([], webFolder())
  const page = await (await fetch(`${origin}/`)).text()
  expect(page).toContain('<meta name="station-time-zone" content="America/New_York">')
})

it('[HT65] a page that goes out says how to reach the station, as text alone', async () => {
  const { origin } = await startEdge([], webFolder())
  const page = await (await fetch(`${origin}/`)).text()
  expect(page).toContain('<meta name="station-email" content="dj&quot;s@radio.example">')
  expect(page).toContain('<meta name="station-studio" content="Room 4 &lt;left&gt; &amp; $&amp;">')
  expect(page).toContain('<meta name="station-hours" content="">')
  expect(page).toContain('<meta name="station-mail" content="on">')
})

it('[NV21] the app that is installed is called as the station is', async () => {
  const { origin } = await startEdge([], webFolder())
  const manifest = await fetch(`${origin}/manifest.webmanifest`)
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  expect(manifest.headers.get('cache-control')).toBe('no-cache')
  expect(await manifest.json()).toEqual({ name: 'Radyo <Diliman> & $&' })
})

it('[NV22] the service worker is checked each time', async () => {
  const { origin } = await startEdge([], webFolder())
  expect((await fetch(`${origin}/service-worker.js`)).headers.get('cache-control')).toBe('no-cache')
})

it.each([
  '/stats?sid=1',
  '/currentsong',
  '/admin/stats',
  '/admin/listclients?mount=/live.ogg',
  '/admin/stats.xml',
])('[HT58] %s of an Icecast or a Shoutcast is no page', async (path) => {
  const { origin } = await startEdge([], webFolder())
  for (const accept of ['*/*', 'text/html'])
    expect((await fetch(origin + path, { headers: { accept } })).status).toBe(404)
  expect((await fetch(`${origin}/admin`, { headers: { accept: 'text/html' } })).status).toBe(200)
})

it('[HT58] robots.txt and favicon.ico are part of the web app', async () => {
  const { origin } = await startEdge([], join(import.meta.dirname, '../../../web/public'))
  const robots = await fetch(`${origin}/robots.txt`)
  expect(robots.headers.get('content-type')).toContain('text/plain')
  expect(await robots.text()).toContain('Disallow: /api/')
  const icon = await fetch(`${origin}/favicon.ico`)
  expect(icon.headers.get('content-type')).toMatch(/^image\/(x-icon|vnd.microsoft.icon)/)
})

it('[HT9] hashed assets are kept for ever, others checked, compressed ones handed out as they are', async () => {
  const { origin } = await startEdge([], webFolder())
  const asset = await fetch(`${origin}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'identity' } })
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await asset.text()).toBe('plain')
  const small = await fetch(`${origin}/assets/app-1a2b.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(small.headers.get('vary')).toBe('Accept-Encoding')
  expect((await fetch(`${origin}/bell.svg`)).headers.get('cache-control')).toBe('no-cache')
})

it('[FT7] a hashed program is sent from memory once it was asked for, in each coding; a part of it from its file', async () => {
  const folder = webFolder()
  const { origin } = await startEdge([], folder)
  const ask = (headers: Record<string, string>) => fetch(`${origin}/assets/app-1a2b.js?v=1`, { headers })
  for (const coding of ['identity', 'br']) await (await ask({ 'accept-encoding': coding })).arrayBuffer()
  const part = await ask({ 'accept-encoding': 'identity', range: 'bytes=1-2' })
  expect([part.status, await part.text()]).toEqual([206, 'la'])
  rmSync(join(folder, 'assets'), { recursive: true })
  const plain = await ask({ 'accept-encoding': 'gzip, br;q=0, *;q=0.1' })
  expect([plain.status, await plain.text()]).toEqual([200, 'plain'])
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(plain.headers.get('content-security-policy')).toBeTruthy()
  expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
  const small = await fetch(`${origin}/assets/app-1a2b.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'gzip, BR' },
  })
  expect([small.headers.get('content-encoding'), small.headers.get('content-length')]).toEqual(['br', '2'])
})

it('[HT9] a picture that is not there is no page to who asks for pictures', async () => {
  const { origin } = await startEdge([], webFolder())
  for (const accept of ['image/avif,image/webp,*/*;q=0.8', '*/*'])
    expect((await fetch(`${origin}/nothing.png`, { headers: { accept } })).status).toBe(404)
})

it.each(['/nothing.png', '/assets/gone-1a2b.js', '/assets/', '/api/x'])(
  '[HT9] %s is no page',
  async (path) => {
    const { origin } = await startEdge([], webFolder())
    const reply = await fetch(origin + path, { headers: { accept: 'application/json' } })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND'])
  },
)

it('[HT9] the line between instances is no page, whatever is asked for', async () => {
  const { origin } = await startEdge([], webFolder())
  expect((await fetch(`${origin}/relay/1`, { headers: { accept: 'text/html' } })).status).toBe(404)
})

it('[HT8] a page runs its own inline script, known by its hash, and no other', async () => {
  const { origin } = await startEdge([], webFolder())
  const policy = (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? ''
  // printf 'theme()' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8=';",
  )
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
})

it('[IC11] a page gets sound from its own site and the named ones, and from no other', async () => {
  const { origin } = await startEdge([], webFolder())
  const policy = (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? ''
  const named = 'https://listen.example https://radio.example'
  expect(policy).toContain(`media-src 'self' blob: ${named};`)
  expect(policy).toMatch(new RegExp(`connect-src 'self' .*${named};`))
})

it('[SE1] what has not changed carries the security headers as well, and a worker its policy', async () => {
  const { origin } = await startEdge([], webFolder())
  const first = await fetch(`${origin}/bell.svg`)
  const again = await fetch(`${origin}/bell.svg`, {
    // Without it fetch says no-cache, which asks for all of it.
    cache: 'default',
    headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
  })
  expect(again.status).toBe(304)
  for (const name of Object.keys(SECURITY_HEADERS)) expect(again.headers.has(name)).toBe(true)
  expect(first.headers.get('content-security-policy')).toBe(NO_PAGE_POLICY)
})

it('[SE840] a worker of the app reaches the station alone, any other file nothing, and nothing frames them', async () => {
  const { origin } = await startEdge([], webFolder())
  const policyOf = async (path: string) =>
    (await fetch(origin + path)).headers.get('content-security-policy')?.split('; ')
  expect(await policyOf('/service-worker.js')).toEqual([
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  for (const path of ['/assets/app-1a2b.js', '/bell.svg'])
    expect(await policyOf(path)).toEqual(["default-src 'none'", "frame-ancestors 'none'"])
})

it('[SE2] a page speaks to its own sockets, the station and the Icecast, and to nobody else', async () => {
  const { origin } = await startEdge([], webFolder())
  const policy = (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? ''
  const { host } = new URL(origin)
  const partOf = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))
  expect(partOf('connect-src')).toBe(
    `connect-src 'self' ws://${host} wss://${host} https://listen.example https://radio.example`,
  )
  expect(partOf('media-src')).toBe("media-src 'self' blob: https://listen.example https://radio.example")
  expect(partOf('script-src')).not.toContain("'unsafe-inline'")
  expect(partOf('default-src')).toBe("default-src 'self'")
})

it('[SE12] a page shows images and styles of the station alone, none that stands in its text', async () => {
  const { origin } = await startEdge([], webFolder())
  const policy = (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("img-src 'self' data:;")
})

it('[SE2] what somebody calls the host is no part of the policy unless it is a name', () => {
  expect(placesBeside('radio.test:8080; script-src *', 'https://radio.test', [])).toEqual([
    'https://radio.test',
    'wss://radio.test',
  ])
  expect(placesBeside('[::1]:8080', null, ['https://a.test'])).toEqual([
    'ws://[::1]:8080',
    'wss://[::1]:8080',
    'https://a.test',
  ])
})
