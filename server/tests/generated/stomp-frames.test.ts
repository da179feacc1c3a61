import { ERRORS } from '@carillon/contract/errors'
import { ROLES } from '@carillon/contract/roles'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Change, changed, changes } from './changes.ts'
import { converse } from './dialogue.ts'
import { bentValues } from './mutated-values.ts'
import { limitFor } from './run-counters.ts'
import { runEdge } from './run-edge.ts'
import { createWorld, type World } from './world.ts'

const VERSIONS = ['1.0', '1.1', '1.2', '1.2,1.1', '9', '']
const DESTINATIONS = [
  '/topic/broadcast/LIVE',
  '/topic/broadcast/LIVE/chat',
  '/topic/broadcast/LIVE/song-requests',
  '/topic/broadcast/LIVE/polls',
  '/topic/broadcast/live',
  '/topic/broadcast/status',
  '/topic/announcements/public',
  '/user/queue/notifications',
  '/app/broadcast/LIVE/join',
  '/app/broadcast/LIVE/leave',
  '/app/broadcast/LIVE/message',
  '/app/broadcast/99999999999/message',
  '/topic/broadcast/-1/chat',
  '/topic/../user/queue/notifications',
  '/topic/broadcast/LIVE/chat/',
  '__proto__',
  '',
]
const PUBLIC_DESTINATIONS = DESTINATIONS.filter((one) =>
  /^\/topic\/(broadcast\/(LIVE(\/(chat|polls))?|live|status)|ann)/.test(one),
)
const COMMANDS =
  'SEND SEND SUBSCRIBE UNSUBSCRIBE ACK NACK BEGIN COMMIT ABORT DISCONNECT CONNECT STOMP MESSAGE RECEIPT ERROR send X '.split(
    ' ',
  )
const HEADERS = [
  ...['destination', 'id', 'ack', 'receipt', 'transaction', 'message-id', 'subscription', 'selector'],
  ...['content-length', 'content-type', 'heart-beat', 'idempotency-key', '__proto__', 'a\\c', ''],
]
const SENT = new Set(['CONNECTED', 'RECEIPT', 'MESSAGE', 'ERROR'])
/** Anyone who is still understood gets an answer to this. Said twice: the first may be the rest of a frame that was cut. */
const LAST_WORDS = Buffer.from('DISCONNECT\nreceipt:last-words\n\n\0')

const body = fc.oneof(
  fc.constantFrom('', '{}', '{"type":"CHAT","data":{"content":"Good evening"}}', '{', 'null', '[]'),
  bentValues({ type: 'object' }).map((value) => JSON.stringify(value) ?? ''),
  bentValues({ type: 'string', maxLength: 1500 }).map((content) =>
    JSON.stringify({ type: 'CHAT', data: { content } }),
  ),
)
const headerValue = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    'auto',
    'client',
    'client-individual',
    'tx',
    'last',
    '-1',
    '2',
    '10000,10000',
    '\\n',
    '\\x',
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n\0]/g, '')),
)
const bentFrame = fc
  .record({
    command: fc.constantFrom(...COMMANDS),
    destination: fc.option(fc.constantFrom(...DESTINATIONS)),
    headers: fc.array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), { maxLength: 5 }),
    body,
  })
  .map(({ command, destination, headers, body }) => {
    const lines = destination === null ? headers : [['destination', destination] as const, ...headers]
    const content = command === 'SEND' ? body : ''
    return `${command}\n${lines.map(([name, value]) => `${name}:${value}\n`).join('')}\n${content}\0`
  })
/** One of what the page sends; ids are its own. */
const goodFrame = fc.oneof(
  fc
    .tuple(fc.nat(99), fc.constantFrom(...PUBLIC_DESTINATIONS), fc.constantFrom('auto', 'client'))
    .map(([id, destination, ack]) => `SUBSCRIBE\nid:${id}\ndestination:${destination}\nack:${ack}\n\n\0`),
  fc
    .constantFrom('join', 'leave')
    .map((name) => `SEND\ndestination:/app/broadcast/LIVE/${name}\nreceipt:r\n\n{}\0`),
  fc.constant('BEGIN\ntransaction:t\n\n\0ABORT\ntransaction:t\n\n\0'),
)
const frame = fc.oneof({ weight: 4, arbitrary: goodFrame }, bentFrame)

type Input = {
  who: (typeof ROLES)[number] | null
  isSockJs: boolean
  version: string
  frames: string[]
  done: readonly Change[]
}
const input: Arbitrary<Input> = fc.record({
  who: fc.constantFrom(...ROLES, null),
  isSockJs: fc.boolean(),
  version: fc.oneof({ weight: 4, arbitrary: fc.constant('1.2') }, fc.constantFrom(...VERSIONS)),
  frames: fc.array(frame, { minLength: 1, maxLength: 5 }),
  done: fc.oneof(fc.constant([]), changes),
})

const LIMIT_MS = limitFor(200)

let world: World
let live: number
beforeAll(async () => {
  world = await createWorld()
  live = await world.live()
})
afterAll(() => world.close())

async function send({ who, isSockJs, version, frames, done }: Input): Promise<string> {
  const text = `CONNECT\naccept-version:${version}\nhost:x\n\n\0${frames.join('')}`.replaceAll(
    'LIVE',
    String(live),
  )
  const bytes = changed(Buffer.from(text), done)
  const { socketOrigin } = world.station
  const path = isSockJs ? '/ws-radio/0/generated/websocket' : '/ws-radio/websocket'
  const wrap = (one: Buffer) => (isSockJs ? Buffer.from(JSON.stringify([one.toString()])) : one)
  const { said, code } = await converse(`${socketOrigin}${path}`, {
    says: [bytes, LAST_WORDS, LAST_WORDS].map((one) => ({ bytes: wrap(one), isBinary: !isSockJs })),
    isDone: (message) => message.includes('receipt-id:last-words'),
    token: who ? world.person(who).token : undefined,
  })
  const answers = said.flatMap((message) => (isSockJs ? unwrap(message.toString()) : [message.toString()]))
  const isRefused = answers.flatMap(framesOf).map(requireFrame).includes('ERROR')
  if (![1000, 1002, 1007].includes(code)) throw new Error(`closed with ${code}`)
  return isRefused ? 'ERROR' : 'answered'
}

function unwrap(text: string): string[] {
  if (text.startsWith('a')) return JSON.parse(text.slice(1)) as string[]
  if (/^(o|h|c\[\d+,".*"\])$/.test(text)) return []
  throw new Error(`no SockJS frame: ${text}`)
}

const framesOf = (message: string) => message.split('\0').filter((one) => one.trim() !== '')

/** The command of a frame that the station may send; what refuses says so with a code of the catalogue, and no fault. */
function requireFrame(text: string): string {
  const [head = '', ...rest] = text.replace(/^\n+/, '').split('\n\n')
  const [command = '', ...lines] = head.split('\n')
  if (!SENT.has(command) || lines.some((line) => !line.includes(':'))) throw new Error(`no frame: ${text}`)
  if (command === 'MESSAGE') JSON.parse(rest.join('\n\n'))
  if (command !== 'ERROR') return command
  const code = lines.find((line) => line.startsWith('code:'))?.slice('code:'.length) ?? ''
  const known = Object.entries(ERRORS).find(([name]) => name === code)?.[1]
  if (!known || known.status >= 500) throw new Error(`refused with ${text}`)
  return command
}

it('[ED6] STOMP frames of every kind, as anybody, are answered by frames or by an ERROR with its code', {
  timeout: 60_000 + LIMIT_MS,
}, async () => {
  await runEdge({ name: 'STOMP', input, send, origin: world.station.origin, limitMs: LIMIT_MS })
  expect(await world.live()).toBe(live)
})
