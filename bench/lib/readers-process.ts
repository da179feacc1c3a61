import type { Dialect } from './dialects.ts'
import type { Reading } from './readers.ts'
import { ageMsAt, nextStamp, numberAt } from './stamp.ts'
import { WebsocketReader } from './websocket-reader.ts'

/** The load program: opens subscribers one after another, counts what each gets, and reports to its parent. */
type Command =
  | ({ type: 'open'; port: number; dialect: Dialect; count: number } & Reading)
  | { type: 'report'; messages: number; numbers: number }
  | { type: 'wake' }
  | { type: 'close' }

/** This many handshakes are under way at once. */
const OPENING_AT_ONCE = 20
/** Reading the clock costs: every eighth subscriber does. */
const TIMED = 8

/** Counts of one subscriber: its messages, and the sum of their numbers; where it drains, its bytes. */
type Received = { messages: number; numbers: number; bytes: number }

const readers: WebsocketReader[] = []
let received: Received[] = []
let agesMs: number[] = []
let closed = 0

process.on('message', (command: Command) => handlers[command.type](command as never))
process.on('disconnect', () => process.exit())

const handlers = {
  open(command: Extract<Command, { type: 'open' }>) {
    received = Array.from({ length: command.count }, () => ({ messages: 0, numbers: 0, bytes: 0 }))
    agesMs = []
    closed = 0
    let next = 0
    let ready = 0
    const openNext = () => {
      if (next < command.count) readers.push(subscribe(command, next++, onReady))
    }
    const onReady = () => {
      ready += 1
      if (ready === command.count) process.send?.({ type: 'opened' })
      openNext()
    }
    for (let opening = 0; opening < OPENING_AT_ONCE; opening += 1) openNext()
    if (command.count === 0) process.send?.({ type: 'opened' })
  },
  /** `messages` and `numbers`: what each subscriber that reads should have by now. */
  report({ messages, numbers }: Extract<Command, { type: 'report' }>) {
    const isWhole = (each: Received) => each.messages === messages && each.numbers === numbers
    process.send?.({
      type: 'report',
      deliveries: received.reduce((sum, each) => sum + each.messages, 0),
      whole: received.filter(isWhole).length,
      closed,
      agesMs,
      bytes: [...new Set(received.map(({ bytes }) => bytes))],
    })
  },
  wake() {
    for (const reader of readers) reader.wake()
    process.send?.({ type: 'woken' })
  },
  close() {
    for (const reader of readers.splice(0)) reader.close()
    process.send?.({ type: 'closed' })
  },
}

function subscribe(
  { port, dialect, stalled = 0, isDrained }: Extract<Command, { type: 'open' }>,
  number: number,
  onReady: () => void,
): WebsocketReader {
  const own = received[number] as Received
  const isTimed = number % TIMED === 0
  const reader: WebsocketReader = new WebsocketReader(
    { port, number, dialect },
    {
      ready() {
        if (number < stalled) reader.stall()
        if (isDrained)
          reader.drain((bytes) => {
            own.bytes += bytes
          })
        onReady()
      },
      message: (payload) => count(payload, own, isTimed),
      close() {
        closed += 1
      },
    },
  )
  return reader
}

/** A frame may hold several messages. */
function count(payload: Buffer, own: Received, isTimed: boolean): void {
  for (let at = nextStamp(payload, 0); at !== -1; at = nextStamp(payload, at + 1)) {
    own.messages += 1
    own.numbers += numberAt(payload, at)
    if (isTimed) agesMs.push(ageMsAt(payload, at))
  }
}
