import { ROLES } from '@carillon/contract/roles'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { type Change, changed, changes } from './changes.ts'
import { limitFor } from './run-counters.ts'
import { runEdge } from './run-edge.ts'
import { createSender, type WireReply } from './send.ts'
import { createWorld, type World } from './world.ts'

const CONNECT = 'CONNECT\naccept-version:1.2\nhost:x\n\n\0'
/** Bodies from a client of SockJS, good and bad. */
const BODIES = [
  JSON.stringify([CONNECT]),
  JSON.stringify([`${CONNECT}SUBSCRIBE\nid:0\ndestination:/topic/broadcast/live\n\n\0`]),
  JSON.stringify([CONNECT, 'SEND\ndestination:/app/broadcast/1/join\n\n{}\0']),
  JSON.stringify(CONNECT),
  '[]',
  '[""]',
  '',
  'null',
  '[1]',
  '{"a":[]}',
  `["${'x'.repeat(70_000)}"]`,
  `[${'"",'.repeat(3_000)}""]`,
]
const NAMES = [
  'a',
  'session',
  '',
  '.',
  'a.b',
  '%2e',
  '%00',
  '%zz',
  '..',
  'x'.repeat(101),
  'ä',
  'a;b',
  'a b',
  '__proto__',
]
const ENDINGS = [
  'xhr',
  'xhr_send',
  'xhr_streaming',
  'xhr_streaming/',
  'jsonp',
  'htmlfile',
  'eventsource',
  'websocket',
  '',
]
const TYPES = ['text/plain', 'application/json', 'text/plain;charset=UTF-8', 'application/xml', 'T', '']
const FRAMES = /^(h*\n?|o|a\[.*\]|c\[\d+,".*"\])$/s

type Step = { method: string; ending: string; body: string; done: readonly Change[]; type: string }
type Input = {
  who: (typeof ROLES)[number] | null
  server: string
  name: string | null
  origin: string | null
  steps: Step[]
}
const step: Arbitrary<Step> = fc.record({
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant('POST') },
    fc.constantFrom('GET', 'OPTIONS', 'PUT', 'HEAD'),
  ),
  ending: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('xhr', 'xhr_send') }, fc.constantFrom(...ENDINGS)),
  body: fc.constantFrom(...BODIES),
  done: fc.oneof(fc.constant([]), changes),
  type: fc.constantFrom(...TYPES),
})
const input: Arbitrary<Input> = fc.record({
  who: fc.constantFrom(...ROLES, null),
  server: fc.oneof({ weight: 9, arbitrary: fc.constant('000') }, fc.constantFrom(...NAMES)),
  // Null is a name of its own: a new session.
  name: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.constantFrom(...NAMES)),
  origin: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    fc.constantFrom('https://evil.example', 'null', 'http://'),
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
})

const LIMIT_MS = limitFor(200)
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A client's requests, one after the other; anyone who waits for what the station says hangs up then. */
async function send({ who, server, name, origin, steps }: Input): Promise<string> {
  const sender = createSender(world.station.origin)
  const session = name ?? crypto.randomUUID()
  const waiting: Promise<unknown>[] = []
  let outcome = 'waits'
  try {
    for (const { method, ending, body, done, type } of steps) {
      const reply = sender.send({
        method,
        target: `/ws-radio/${server}/${session}/${ending}`.replaceAll(' ', '+').replaceAll('ä', '%C3%A4'),
        headers: {
          ...(type && { 'content-type': type }),
          ...(origin && { origin }),
          ...(who && { authorization: `Bearer ${world.person(who).token}` }),
        },
        body: method === 'GET' || method === 'HEAD' ? null : changed(Buffer.from(body), done),
      })
      // A second reader ends the first; the last one is told nothing before something happens.
      const isReader = ending === 'xhr' || ending === 'xhr_streaming'
      if (isReader) waiting.push(reply.then(requireReply, () => 'hung up'))
      else outcome = requireReply(await reply)
    }
    const first = await Promise.race([...waiting, new Promise((resolve) => setTimeout(resolve, 50, outcome))])
    return String(first)
  } finally {
    sender.close()
    await Promise.all(waiting)
  }
}

/** The class of its status; throws when it is a fault, or says what SockJS cannot. */
function requireReply({ status, headers, body }: WireReply): string {
  const text = body.toString('utf8')
  if (status >= 500) throw new Error(`${status} ${text}`)
  const type = String(headers['content-type'] ?? '')
  if (status >= 400 && text !== '' && !('code' in JSON.parse(text))) throw new Error(`no code: ${text}`)
  if (status === 200 && type.startsWith('application/javascript'))
    for (const line of text.split('\n'))
      if (!FRAMES.test(line)) throw new Error(`no frame: ${line.slice(0, 300)}`)
  return `${Math.floor(status / 100)}xx`
}

it('[ED7] SockJS over xhr, with sessions and bodies of every kind, answers by frames or by a code', {
  timeout: 60_000 + LIMIT_MS,
}, async () => {
  await runEdge({ name: 'SockJS', input, send, origin: world.station.origin, limitMs: LIMIT_MS })
})
