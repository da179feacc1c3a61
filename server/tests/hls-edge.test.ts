import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { freePort } from '@carillon/testkit/processes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../src/kernel/find-program.ts'
import { perform, until } from './support/fake-recorder.ts'
import { startStation, type TestStation } from './support/station.ts'

const FILE = join(import.meta.dirname, '../../deploy/proxies/nginx-hls.conf')
const NGINX = findProgram('nginx', `${process.env.PATH}:/usr/sbin`)
const CLIENTS = 100

let station: TestStation
let origin: Awaited<ReturnType<typeof countRequests>>
let edge: Awaited<ReturnType<typeof startEdge>>

/** The station at a port that counts what it is asked, and that can go away. */
async function countRequests({ origin: behind }: TestStation) {
  const counts = new Map<string, number>()
  const queries: string[] = []
  const server: Server = createServer((asked, reply) => {
    const { pathname, search } = new URL(asked.url ?? '', behind)
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1)
    queries.push(search + (asked.headers.cookie ?? ''))
    const passed = request(behind + asked.url, { method: asked.method, headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    counts,
    queries,
    async stop() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts nginx with the file of `deploy/proxies`: only name, ports and folders are put in. */
async function startEdge(stationPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-edge-'))
  const port = await freePort()
  const site = readFileSync(FILE, 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:8080', `127.0.0.1:${stationPort}`)
    .replace('/var/cache/nginx/carillon-hls', `${folder}/cache`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (part) => `${part}_temp_path ${folder}/${part};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const around = [
    'daemon off;',
    `pid ${folder}/pid;`,
    user,
    'events {}',
    'http {',
    'access_log off;',
    ...paths,
  ]
  writeFileSync(join(folder, 'nginx.conf'), [...around, site, '}'].join('\n'))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'error_log stderr;']
  const child: ChildProcess = spawn(NGINX ?? 'nginx', args, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await until(() => child.exitCode !== null || fetch(url).catch(() => null))
  if (child.exitCode !== null) throw new Error('nginx did not start')
  return {
    get: (path: string, init: RequestInit = {}) => fetch(`${url}/hls/${path}`, init),
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const namesIn = (playlist: string) => playlist.split('\n').filter((line) => /^[^#]/.test(line))

/** Answers to clients that all ask at once. */
const askAll = (path: string, suffix = '') =>
  Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const reply = await edge.get(path + (suffix && `?${suffix}=${client}`), {
        headers: { cookie: `a=${client}` },
      })
      return { status: reply.status, text: await reply.text(), headers: reply.headers }
    }),
  )

describe.runIf(NGINX)('the cache of deploy/ in front of HLS', () => {
  beforeAll(async () => {
    station = await startStation()
    origin = await countRequests(station)
    edge = await startEdge(origin.port)
    const dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
    await station.call(startBroadcast, { as: dj, params: { id: data.id } })
    const recorder = await perform(station, dj.token, data.id)
    return () => recorder.stop()
  })
  afterAll(async () => {
    await edge.close()
    await origin.stop()
    await station.close()
  })

  // Slow: two segments of four seconds come in real time.
  it('[HL20] behind the cache of deploy/ the station is asked once for a segment, however many want it', async () => {
    await until(async () => namesIn(await (await edge.get('live.m3u8')).text()).length >= 2)
    const names = namesIn(await (await edge.get('live.m3u8')).text())
    const init = `${names[0]?.split('/')[0]}/init.mp4`
    for (const name of [...names, init]) {
      const answers = await askAll(name, 'client')
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answers[0]?.headers.get('access-control-allow-origin')).toBe('*')
      expect(origin.counts.get(`/hls/${name}`)).toBeLessThanOrEqual(2)
    }
    expect(new Set(origin.queries)).toEqual(new Set(['']))
  })

  it('[HL20] and once a second for the playlist', async () => {
    const asked = () => origin.counts.get('/hls/live.m3u8') ?? 0
    const [before, begunMs] = [asked(), performance.now()]
    for (let round = 0; round < 10; round++)
      for (const { status } of await askAll('live.m3u8')) expect(status).toBe(200)
    const seconds = (performance.now() - begunMs) / 1_000
    expect(asked() - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  it('[HL21] it keeps nothing that was not there, and passes nothing but HLS', async () => {
    const [name = ''] = namesIn(await (await edge.get('live.m3u8')).text())
    const [epoch] = name.split('/')
    for (let count = 1; count <= 2; count++) {
      expect((await edge.get(`${epoch}/1.m4s`)).status).toBe(404)
      expect(origin.counts.get(`/hls/${epoch}/1.m4s`)).toBe(count)
    }
    for (const path of ['../api/stream/status', '../', `${epoch}/x.m4s`, 'live.ogg'])
      expect([path, (await edge.get(path)).status]).toEqual([path, 404])
    const range = await edge.get(name, { headers: { range: 'bytes=0-3' } })
    expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 4])
  })

  it('[HL22] while the station is away it serves what it has: segments, and the playlist as it was', async () => {
    const playlist = await (await edge.get('live.m3u8')).text()
    const names = namesIn(playlist)
    const before = await Promise.all(names.map(async (name) => (await edge.get(name)).text()))
    await origin.stop()
    const isStale = async () => (await edge.get('live.m3u8')).headers.get('x-cache-status') === 'STALE'
    await until(isStale)
    expect((await edge.get('live.m3u8')).status).toBe(200)
    const after = await Promise.all(names.map(async (name) => (await edge.get(name)).text()))
    expect(after).toEqual(before)
  })
})
