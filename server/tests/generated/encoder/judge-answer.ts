import { ERRORS } from '@carillon/contract/errors'
import type { Exchange } from './exchange.ts'
import type { Verdict } from './head.ts'

const OK = 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
/** docs/PROTOCOLS.md, PUT /studio.ogg; 408 and 431 are INVALID_INPUT, too. Not 409: the place was free. */
const REFUSALS = [400, 401, 403, 408, 415, 429, 431]

/** Answers to a source that was let in: 100 where it asked for that, and 200, sooner or later. */
function wordsFor(isExpecting: boolean): string {
  return (isExpecting ? CONTINUE : '') + OK
}

/**
 * Holds what was heard against what had to come; null stands for a head that was bent, of which nothing is known but that
 * it is answered as documented. Gives the class of the answer; throws what is wrong.
 */
export function judgeAnswer(
  { received, isCut }: Exchange,
  { verdict, isExpecting }: { verdict: Verdict | null; isExpecting: boolean },
): string {
  if (received === '') {
    if (isCut || verdict === null || verdict === 'elsewhere') return 'closed'
    throw new Error('closed without an answer')
  }
  const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(received)?.[1])
  if (!(status < 500)) throw new Error(received.slice(0, 500))
  if (verdict === 'elsewhere') return 'served'
  const expected = verdict === 'unclear' ? '400' : verdict
  if (status >= 300 && expected !== null && expected !== String(status))
    throw new Error(`${verdict} was to come: ${received.slice(0, 300)}`)
  if (status >= 300) return requireRefusal(status, received, isCut || verdict === null)
  if (
    verdict === 'in' &&
    !(isCut ? wordsFor(isExpecting).startsWith(received) : received === wordsFor(isExpecting))
  )
    throw new Error(`another welcome: ${received.slice(0, 300)}`)
  if (verdict === '200' && !/^Allow: .*PUT.*SOURCE/m.test(received))
    throw new Error(`no methods: ${received}`)
  if (!['in', '200', null].includes(verdict)) throw new Error(`let in: ${received.slice(0, 300)}`)
  return verdict === '200' ? 'methods' : 'in'
}

function requireRefusal(status: number, received: string, mayBeMore: boolean): string {
  if (status === 409) throw new Error(`a free place was taken: ${received}`)
  if (mayBeMore) return `${status}`
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const { success, code, message } = JSON.parse(body) as { success: boolean; code: string; message: string }
  const known = Object.entries(ERRORS).find(([name]) => name === code)?.[1]
  const isKnown = known?.status === status || (code === 'INVALID_INPUT' && [408, 431].includes(status))
  if (success || !message || !isKnown || !REFUSALS.includes(status))
    throw new Error(`refused with ${received}`)
  if (!head.includes('X-Content-Type-Options: nosniff')) throw new Error('nosniff is missing')
  if (status === 401 && !head.includes('WWW-Authenticate: Basic realm=')) throw new Error('401 without a way')
  if (!head.includes(`Content-Length: ${Buffer.byteLength(body, 'latin1')}`))
    throw new Error(`cut: ${received}`)
  return `${status}`
}
