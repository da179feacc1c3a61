import { Agent, request as httpRequest } from 'node:http'
import type { WireRequest } from './draft.ts'

/** Reply as it came back. An endless body is cut after its first bytes. */
export type WireReply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const ANSWERED_WITHIN_MS = 20_000

/** Sends requests to one station, connections kept. The caller closes it. */
export function createSender(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(origin)

  return {
    send: ({ method, target, headers, body }: WireRequest) =>
      new Promise<WireReply>((resolve, reject) => {
        const sent = httpRequest({
          agent,
          hostname,
          port,
          method,
          path: target,
          headers: sendable(headers, body),
        })
        const tooLate = setTimeout(() => {
          sent.destroy(new Error(`${method} ${target} was not answered`))
        }, ANSWERED_WITHIN_MS)
        const settle = (reply: WireReply) => {
          clearTimeout(tooLate)
          resolve(reply)
        }
        sent.once('error', (error) => {
          clearTimeout(tooLate)
          reject(error)
        })
        sent.once('response', (response) => {
          const { statusCode: status = 0, headers } = response
          const chunks: Buffer[] = []
          const isEndless =
            status === 200 && !headers['content-length'] && /^audio\//.test(headers['content-type'] ?? '')
          response.on('data', (bytes: Buffer) => {
            chunks.push(bytes)
            if (!isEndless) return
            settle({ status, headers, body: bytes })
            sent.destroy()
          })
          response.once('error', reject)
          response.once('end', () => settle({ status, headers, body: Buffer.concat(chunks) }))
        })
        sent.end(body ?? undefined)
      }),
    close: () => agent.destroy(),
  }
}

/** Node's client sends no body with GET unless its length is said. */
function sendable(headers: Record<string, string>, body: Buffer | null): Record<string, string> {
  return body ? { ...headers, 'content-length': String(body.length) } : headers
}
