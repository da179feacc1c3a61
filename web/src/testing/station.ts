import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Call, createClient } from '../api/client.ts'

/** A request as it arrived. */
export type ReceivedRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: unknown }
export type Answer = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** A station of a test: a real HTTP server on a free port, its answers the test's, and a client that speaks to it. */
export type Station = {
  received: ReceivedRequest[]
  /** Pauses between tries, in ms; none is waited for. */
  pauses: number[]
  call: Call
  close(): Promise<void>
}

const APP_ERROR = { success: false, message: 'Not found.', code: 'NOT_FOUND' }

type Given = Answer | null | undefined

/** Opens a station that answers by `answer`; `null` hangs up, `undefined` never answers. */
export async function openStation(
  answer: (request: ReceivedRequest, count: number) => Given | Promise<Given>,
  settings = { apiTimeoutMs: 60_000, maxRetries: 3, retryDelayMs: 1_000 },
): Promise<Station> {
  const received: ReceivedRequest[] = []
  const pauses: number[] = []
  const server = createServer(async (request, response) => {
    const arrived = await read(request)
    received.push(arrived)
    reply(response, await answer(arrived, received.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = createClient({
    baseUrl,
    settings,
    pause: async (ms, signal) => {
      pauses.push(ms)
      signal?.throwIfAborted()
    },
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { received, pauses, call, close }
}

/** A reply in the envelope. */
export function ok(data: unknown, status = 200): Answer {
  return { status, body: { success: true, data } }
}

/** An error in the envelope. */
export function failure(status: number, code: string, message: string, more: object = {}): Answer {
  return { status, body: { success: false, message, code, ...more } }
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', 'http://station'),
    headers: request.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

function reply(response: ServerResponse, answer: Answer | null | undefined): void {
  if (answer === undefined) return
  if (answer === null) {
    response.destroy()
    return
  }
  const { status, body = APP_ERROR, text, headers = {} } = answer
  if (text !== undefined) response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text)
  else
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
