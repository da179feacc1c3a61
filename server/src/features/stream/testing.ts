import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import type { Person } from '@carillon/contract/roles'
import {
  LISTENER_SOCKET_PATH,
  MAX_SOURCE_FRAME_BYTES,
  MP3_PATH,
  SOURCE_SOCKET_PATH,
} from '@carillon/contract/stream/schemas'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'
import { WebSocket, WebSocketServer } from 'ws'
import { type Listen, listen, streamHeaders } from './listeners/listen.ts'
import { delayOf } from './listeners/listener.ts'
import type {
  KnownBroadcast,
  ListenerSample,
  SilenceEvent,
  SourceEvent,
  StreamContext,
  StreamSettings,
} from './ports.ts'
import { Stream } from './service.ts'
import { acceptListener, acceptRelay } from './sockets.ts'
import { BrowserSource } from './sources/browser/browser-source.ts'

export const dj: Person = { id: 1, name: 'Dana', role: 'DJ' }
export const otherDj: Person = { id: 2, name: 'Omar', role: 'DJ' }
export const admin: Person = { id: 3, name: 'Ada', role: 'ADMIN' }

/** Its show, as it is told. */
export const liveOnAir: OnAir = {
  kind: 'LIVE',
  title: 'Evening show',
  broadcastId: 7,
  startedAt: '2026-11-20T01:00:00.000Z',
}

/** A broadcast of `dj` that is on air. */
export const liveBroadcast: KnownBroadcast = {
  id: 7,
  status: 'LIVE',
  title: 'Evening show',
  createdById: dj.id,
  startedById: dj.id,
  peakListeners: 0,
  onAir: liveOnAir,
  tookOverFrom: null,
  isUnlisted: false,
}

/** Reports of the stream to the rest of the station. */
export type Reported = {
  ended: number[]
  savedPeakListeners: number[]
  statuses: StreamStatusMessage[]
  samples: ListenerSample[]
  sourceEvents: SourceEvent[]
  feeds: Parameters<StreamContext['recordFeed']>[0][]
  silences: SilenceEvent['type'][]
  logged: string[]
  recorded: number[]
  recordingsFailed: number[]
}

type Overrides = Partial<Omit<StreamContext, 'settings'>> & { settings?: Partial<StreamSettings> }

/** A stream with the rest of the station in memory: `broadcasts` is what it finds there. */
export async function createStream({ settings, ...overrides }: Overrides = {}) {
  const broadcasts = new Map([[liveBroadcast.id, liveBroadcast]])
  const reported: Reported = {
    ended: [],
    savedPeakListeners: [],
    statuses: [],
    samples: [],
    sourceEvents: [],
    feeds: [],
    silences: [],
    logged: [],
    recorded: [],
    recordingsFailed: [],
  }
  const log = (_: object, words: string) => void reported.logged.push(words)
  const dataDir = await mkdtemp(join(tmpdir(), 'stream-'))
  const context: StreamContext = {
    settings: { dataDir, publicUrl: null, sourceGraceSeconds: 600, ...settings },
    clock: { now: () => Date.now() },
    now: () => performance.now(),
    log: { info: log, warn: log, error: log },
    findOnAir: async () => [...broadcasts.values()].filter(({ status }) => status !== 'SCHEDULED'),
    findBroadcast: async (id) => broadcasts.get(id) ?? null,
    isRecordingPublic: async () => true,
    endBroadcast: async (id) => reported.ended.push(id),
    savePeak: async (_, peak) => reported.savedPeakListeners.push(peak),
    saveSample: async (sample) => reported.samples.push(sample),
    recordSource: async (event) => {
      reported.sourceEvents.push(event)
      return reported.sourceEvents.filter(({ type }) => type === 'SOURCE_LOST').length
    },
    onStatus: (status) => reported.statuses.push(status),
    onSilence: ({ type }) => reported.silences.push(type),
    onRecorded: (id) => reported.recorded.push(id),
    onRecordingFailed: (id) => reported.recordingsFailed.push(id),
    recordFeed: (feed) => reported.feeds.push(feed),
    ...overrides,
  }
  const stream = new Stream(context)
  const close = async () => {
    await stream.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { stream, context, reported, broadcasts, dataDir, close }
}

/** The same behind a bare HTTP server on a free port: `/live.ogg`, `/live.mp3`, `/ws/live?person=`, `/ws/listener` and `/relay/`. */
export async function startStation(overrides: Overrides = {}) {
  const created = await createStream(overrides)
  const { stream, context } = created
  const people = new Map([dj, otherDj, admin].map((person) => [String(person.id), person]))
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_SOURCE_FRAME_BYTES,
    maxFragments: 16,
  })
  const server = createServer((request, response) => {
    // Another instance asks for segments: there are none, and it is no listener.
    if (request.url?.startsWith('/relay/')) response.writeHead(404).end()
    else serveListener(stream, request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = urlOf(request)
    sockets.handleUpgrade(request, socket, head, (upgraded) => {
      const person = people.get(searchParams.get('person') ?? '1') ?? dj
      if (pathname === LISTENER_SOCKET_PATH) acceptListener(stream, context, upgraded, '')
      const relayed = /^\/relay\/(\d+)$/.exec(pathname)
      if (relayed) acceptRelay(stream, upgraded, Number(relayed[1]))
      const onAir = stream.find(Number(searchParams.get('broadcastId'))) ?? stream.live
      const options = { session: { id: person.id * 10, person }, now: context.now, log: context.log }
      if (pathname === SOURCE_SOCKET_PATH)
        onAir?.connectSource((place) => new BrowserSource(upgraded, options, place))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...created,
    port,
    socketUrl: (path: string) => `ws://127.0.0.1:${port}${path}`,
    mp3Url: `http://127.0.0.1:${port}${MP3_PATH}`,
    streamUrl: (query = '') => `http://127.0.0.1:${port}/live.ogg${query}`,
    async close() {
      await created.close()
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    },
  }
}

function serveListener(stream: Stream, request: IncomingMessage, response: ServerResponse): void {
  const { searchParams, pathname } = urlOf(request)
  const { publicAudience } = stream.betweenShows
  const { publicTransmitter } = stream.registry
  const format = pathname === MP3_PATH ? publicTransmitter?.mp3 : publicTransmitter?.ogg
  if (!publicAudience || !format) {
    response.writeHead(404).end()
    return
  }
  const delay = delayOf(searchParams.get('delay'))
  const headers = streamHeaders('live', format.mimeType, new Date())
  const onEnd: Listen['onEnd'] = (how, sentBytes) => stream.counters.listenerGone(how, sentBytes)
  listen({
    request,
    response,
    audience: publicAudience,
    format,
    headers,
    delay,
    onBegin: () => undefined,
    onEnd,
    listenerId: searchParams.get('listener'),
    session: null,
  })
}

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://localhost')
}

/** One listener: everything it received so far, and how its response ended. */
export class ListenerProbe {
  readonly #chunks: Buffer[] = []
  readonly #response: Promise<IncomingMessage>
  readonly #request
  isEnded = false

  constructor(url: string) {
    this.#request = request(url)
    this.#request.on('error', () => {
      this.isEnded = true
    })
    this.#response = once(this.#request, 'response').then(([response]: IncomingMessage[]) => {
      if (!response) throw new Error('no response')
      response.on('data', (bytes: Buffer) => this.#chunks.push(bytes))
      response.on('error', () => {})
      response.on('close', () => {
        this.isEnded = true
      })
      return response
    })
    this.#request.end()
  }

  get head(): Promise<IncomingMessage> {
    return this.#response
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /** Waits until at least this many bytes have come. */
  async received(bytes: number): Promise<void> {
    const response = await this.#response
    while (this.bytes.length < bytes) await once(response, 'data')
  }

  async ended(): Promise<void> {
    const response = await this.#response
    if (!this.isEnded) await once(response, 'close')
  }

  leave(): void {
    this.#request.destroy()
  }
}

/** A socket of a DJ or a listener: its messages in order, and how it was closed. */
export class Line {
  readonly socket: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #messages: string[] = []
  #wake = () => {}

  constructor(url: string) {
    this.socket = new WebSocket(url, { perMessageDeflate: false })
    this.socket.on('message', (message) => {
      this.#messages.push(message.toString())
      this.#wake()
    })
    this.socket.on('error', () => {}) // a test that cuts the line sees it in `closed`
    this.closed = once(this.socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }))
  }

  async open(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN) await once(this.socket, 'open')
    return this
  }

  /** The next message that was not taken yet. */
  async next(): Promise<string> {
    while (this.#messages.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    return this.#messages.shift() ?? ''
  }

  /** The next JSON message of a type; others before it are passed over. */
  async nextOf(type: string): Promise<Record<string, unknown>> {
    for (;;) {
      const text = await this.next()
      const message = text.startsWith('{') ? JSON.parse(text) : {}
      if (message.type === type) return message
    }
  }
}
