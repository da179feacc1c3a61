import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { startResponseTimeout } from '../../../../kernel/response-timeout.ts'
import type { SourceAddress } from './address.ts'

/** Why there is no source connection. */
export type Refusal = { reason: RefusalReason; detail: string }
type RefusalReason = 'UNREACHABLE' | 'NO_ANSWER' | 'WRONG_PASSWORD' | 'MOUNT_IN_USE' | 'REFUSED'
/** An accepted source connection, which the caller closes, or why there is none. */
export type Handshake = { ok: true; socket: Socket } | { ok: false; refusal: Refusal }

const MAX_ANSWER_BYTES = 8 * 1024
const MAX_DETAIL_LENGTH = 120

/**
 * Asks an Icecast to take a source: PUT with `Expect: 100-continue`, and no transfer coding, which Icecast 2.4 would take
 * for sound. Resolves at its answer, or after `limitMs`; when `signal` is aborted, with NO_ANSWER.
 */
export function openSource(
  address: SourceAddress,
  { stationName, limitMs, signal }: { stationName: string; limitMs: number; signal: AbortSignal },
): Promise<Handshake> {
  const { promise, resolve } = Promise.withResolvers<Handshake>()
  const { host, port } = address
  const socket = address.isSecure
    ? connectSecurely({ host, port, servername: host })
    : connect({ host, port })
  let answer = Buffer.alloc(0)
  const settle = (result: Handshake) => {
    answered()
    signal.removeEventListener('abort', giveUp)
    socket.removeAllListeners()
    socket.on('error', () => socket.destroy()) // `close` reports the end
    if (!result.ok) socket.destroy()
    resolve(result)
  }
  const refuse = (reason: RefusalReason, detail: string) =>
    settle({ ok: false, refusal: { reason, detail: printable(detail) } })
  const giveUp = () => refuse('NO_ANSWER', 'no answer in time')
  const answered = startResponseTimeout(limitMs, giveUp)
  signal.addEventListener('abort', giveUp)
  const judge = (isWhole: boolean) => {
    const result = readAnswer(answer.toString('latin1'), isWhole)
    if (result === 'incomplete') return
    if (result === 'accepted') settle({ ok: true, socket })
    else refuse(result.reason, result.detail)
  }
  socket.setNoDelay(true)
  socket.write(requestOf(address, stationName))
  socket.on('data', (bytes) => {
    answer = Buffer.concat([answer, bytes])
    judge(answer.length > MAX_ANSWER_BYTES)
  })
  socket.on('end', () => judge(true))
  socket.on('error', (error) => refuse('UNREACHABLE', error.message))
  if (signal.aborted) giveUp()
  return promise
}

function requestOf({ mount, host, port, authorization }: SourceAddress, stationName: string): string {
  const name = stationName.replace(/\p{Cc}/gu, ' ')
  return [
    `PUT ${mount} HTTP/1.1`,
    `Host: ${host.includes(':') ? `[${host}]` : host}:${port}`,
    `Authorization: ${authorization}`,
    'User-Agent: Carillon',
    'Content-Type: audio/ogg',
    'Expect: 100-continue',
    'Ice-Public: 0',
    `Ice-Name: ${name}`,
    '\r\n',
  ].join('\r\n')
}

/** RFC 9112 s4: the status line. Icecast says 100, or 200 at once, when it takes the source. */
function readAnswer(text: string, isWhole: boolean): Refusal | 'accepted' | 'incomplete' {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return isWhole ? { reason: 'REFUSED', detail: 'no HTTP answer' } : 'incomplete'
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]
  if (status === '100' || status === '200') return 'accepted'
  if (status === '401') return { reason: 'WRONG_PASSWORD', detail: '401' }
  if (!isWhole) return 'incomplete'
  const detail = `${status ?? 'no status'} ${text.slice(headEnd).trim()}`
  return { reason: /in use/i.test(detail) ? 'MOUNT_IN_USE' : 'REFUSED', detail }
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_DETAIL_LENGTH)
}
