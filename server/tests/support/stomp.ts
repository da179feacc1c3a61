import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { TestStation } from './station.ts'

/** The ways to one STOMP connection. */
export const TRANSPORTS = ['raw websocket', 'SockJS websocket', 'xhr-streaming', 'xhr-polling'] as const
export type TransportName = (typeof TRANSPORTS)[number]

/** A frame as it came, escapes and all. */
export type WireFrame = { command: string; headers: Record<string, string>; body: string; raw: string }

/** Headers of the requests and handshakes that carry a connection. */
type Carried = Record<string, string>

/** A STOMP connection that is nothing but its bytes: no library reads or writes them. */
export class WireClient {
  readonly #frames: WireFrame[] = []
  readonly #waiting: ((frame: WireFrame | null) => void)[] = []
  readonly #send: (text: string) => unknown
  readonly close: () => void
  /** Heart-beats that came. */
  beats = 0
  /** End of the connection; null while it is open. */
  ended: { code: number; reason: string } | null = null

  constructor(send: (text: string) => unknown, close: () => void) {
    this.#send = send
    this.close = close
  }

  /** Sends text as one message of the transport. `^@` stands for NUL. */
  async send(text: string): Promise<void> {
    await this.#send(text.replaceAll('^@', '\0'))
  }

  /** The next frame; null once the connection has ended. */
  next(): Promise<WireFrame | null> {
    const frame = this.#frames.shift()
    if (frame || this.ended) return Promise.resolve(frame ?? null)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Sends a frame and gives the next one. */
  async ask(text: string): Promise<WireFrame | null> {
    await this.send(text)
    return this.next()
  }

  /** Connects; gives CONNECTED. */
  async connect(headers: Record<string, string> = {}): Promise<WireFrame | null> {
    return this.ask(frameText('CONNECT', { 'accept-version': '1.2', host: 'station', ...headers }))
  }

  take(text: string): void {
    for (const part of text.split('\0')) {
      const raw = part.replace(/^\n+/, '')
      if (raw === '') this.beats += part.length > 0 ? 1 : 0
      else this.#give(parse(raw))
    }
  }

  end(code: number, reason: string): void {
    this.ended ??= { code, reason }
    for (const give of this.#waiting.splice(0)) give(null)
  }

  #give(frame: WireFrame): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting(frame)
    else this.#frames.push(frame)
  }
}

/** A frame's text, `^@` at its end; header values go out as they are. */
export function frameText(command: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  return `${command}\n${lines.join('')}\n${body}^@`
}

/** Opens a connection over a transport. `carried` are headers of its handshake or requests. */
export function openWire(
  station: Pick<TestStation, 'origin' | 'socketOrigin'>,
  transport: TransportName,
  carried: Carried = {},
): Promise<WireClient> {
  if (transport === 'raw websocket') return openRaw(`${station.socketOrigin}/ws-radio/websocket`, carried)
  const path = `/ws-radio/000/${crypto.randomUUID()}`
  if (transport === 'SockJS websocket') return openSockJs(`${station.socketOrigin}${path}/websocket`, carried)
  return openXhr(station.origin + path, transport === 'xhr-polling' ? 'xhr' : 'xhr_streaming', carried)
}

async function openRaw(url: string, headers: Carried): Promise<WireClient> {
  const socket = new WebSocket(url, { headers })
  const client = new WireClient(
    (text) => socket.send(text),
    () => socket.terminate(),
  )
  socket.on('error', () => undefined)
  socket.on('message', (data) => client.take(data.toString()))
  socket.on('close', (code, reason) => client.end(code, reason.toString()))
  await once(socket, 'open')
  return client
}

async function openSockJs(url: string, headers: Carried): Promise<WireClient> {
  const socket = new WebSocket(url, { headers })
  const client = new WireClient(
    (text) => socket.send(JSON.stringify([text])),
    () => socket.terminate(),
  )
  const opened = Promise.withResolvers<void>()
  socket.on('error', () => undefined)
  socket.on('message', (data) => takeSockJs(client, data.toString(), opened.resolve))
  socket.on('close', (code, reason) => client.end(code, reason.toString()))
  await opened.promise
  return client
}

async function openXhr(url: string, path: 'xhr' | 'xhr_streaming', headers: Carried): Promise<WireClient> {
  const abort = new AbortController()
  const client = new WireClient(
    async (text) => {
      const reply = await fetch(`${url}/xhr_send`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain' },
        body: JSON.stringify([text]),
      })
      await reply.body?.cancel()
    },
    () => abort.abort(),
  )
  const opened = Promise.withResolvers<void>()
  void readReplies(`${url}/${path}`, { headers, signal: abort.signal }, client, opened.resolve)
  await opened.promise
  return client
}

/** Asks again and again, as a client of xhr does, until the session is over. */
async function readReplies(
  url: string,
  options: { headers: Carried; signal: AbortSignal },
  client: WireClient,
  onOpen: () => void,
): Promise<void> {
  try {
    while (!client.ended) {
      const reply = await fetch(url, { method: 'POST', ...options })
      if (reply.status !== 200) return client.end(reply.status, '')
      await readLines(reply, (line) => takeSockJs(client, line, onOpen))
    }
  } catch {
    client.end(0, 'cut') // the test hung up, or the server did: the connection is over either way
  } finally {
    onOpen()
  }
}

async function readLines(reply: Response, take: (line: string) => void): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of reply.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}

function takeSockJs(client: WireClient, frame: string, onOpen: () => void): void {
  if (frame.startsWith('o')) onOpen()
  if (frame.startsWith('a')) for (const message of JSON.parse(frame.slice(1))) client.take(message)
  if (!frame.startsWith('c')) return
  const [code, reason] = JSON.parse(frame.slice(1))
  client.end(code, reason)
}

function parse(raw: string): WireFrame {
  const [head = '', ...rest] = raw.split('\n\n')
  const [command = '', ...lines] = head.split('\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon)] ??= line.slice(colon + 1)
  }
  return { command, headers, body: rest.join('\n\n'), raw }
}
