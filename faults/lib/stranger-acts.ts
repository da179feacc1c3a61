import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Stranger } from './stranger.ts'

/** Ground of an evening's strangers: what anybody can find out, and accounts that anybody can make. */
export type Ground = {
  broadcastId: number
  /** Of the largest thing that anybody may read: the program of the documentation. */
  documentationPath: string
  /** Of an image that is published. */
  imagePath: string
  /** Listeners, with their passwords and a bearer token of each. */
  accounts: readonly { id: number; email: string; password: string; token: string }[]
  /** A bearer token of somebody who is a DJ. */
  djToken: string
}

const KB = 1024
/** Many members in few bytes: what is made of them takes twenty times their room. */
const objectsOf = (bytes: number) => `[${'{},'.repeat(Math.floor(bytes / 3) - 1)}{}]`
/** A frame may have 16 KB with its head. */
const STEP = objectsOf(16_000)
const LARGE_JSON = `{"email":${objectsOf(250 * KB)},"password":"x"}`
const UNFINISHED = { saysBytes: 255 * KB, sends: 'x'.repeat(250 * KB) }
const TRANSACTIONS = 8
const TRANSACTION_SOCKETS = 7
const MOST_HELD = 150
const MOST_HEADS = 210
/** Characters of base64url that 65 and 16 bytes are. */
const PUSH_KEYS = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

/** By name, each at the pace at which a station was once broken by it. */
export const ACTS: Record<string, (stranger: Stranger, ground: Ground) => void> = {
  transactions: holdTransactions,
  documentation: (stranger, { documentationPath: path }) =>
    stranger.repeat(5, () => stranger.ask({ method: 'GET', path })),
  'slow readers': (stranger, { documentationPath, imagePath }) =>
    stranger.repeat(10, (number) => {
      stranger.holdUnread(
        `GET ${number % 2 === 0 ? documentationPath : imagePath} HTTP/1.1\r\nHost: x\r\n\r\n`,
        MOST_HELD,
      )
    }),
  'large JSON': (stranger) =>
    stranger.repeat(10, () => stranger.ask({ method: 'POST', path: '/api/auth/login', body: LARGE_JSON })),
  'unfinished bodies': (stranger, { broadcastId }) =>
    stranger.repeat(10, () => stranger.hold(unfinishedPost(`/api/chats/${broadcastId}`), MOST_HELD)),
  'half heads': (stranger) =>
    stranger.repeat(20, () => stranger.hold('PUT /studio.ogg HTTP/1.1\r\n', MOST_HEADS)),
  'right passwords': (stranger, { accounts }) =>
    stranger.repeat(5, (number) => {
      const { email, password } = pick(accounts, number)
      return stranger.ask({
        method: 'POST',
        path: '/api/auth/login',
        body: JSON.stringify({ email, password }),
      })
    }),
  'push and profile': (stranger, { accounts }) =>
    stranger.repeat(20, (number) => write(stranger, pick(accounts, number), number)),
  broadcasts: (stranger, { djToken }) => stranger.repeat(5, (number) => announce(stranger, djToken, number)),
  'stalled listeners': (stranger) =>
    stranger.repeat(20, () => stranger.holdUnread('GET /live.ogg HTTP/1.1\r\nHost: x\r\n\r\n', MOST_HELD)),
}

/** Steps of transactions that are begun and never committed. */
function holdTransactions(stranger: Stranger, { broadcastId }: Ground): void {
  const sockets = new Set<WebSocket>()
  for (let number = 0; number < TRANSACTION_SOCKETS; number += 1)
    stranger.holdWebSocket('/ws-radio/websocket', (socket) => {
      socket.send('CONNECT\naccept-version:1.2\nhost:x\n\n\0')
      for (let name = 0; name < TRANSACTIONS; name += 1) socket.send(`BEGIN\ntransaction:t${name}\n\n\0`)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
  stranger.repeat(20, (number) => {
    const head = `SEND\ndestination:/app/broadcast/${broadcastId}/join\ntransaction:t${number % TRANSACTIONS}`
    for (const socket of sockets)
      if (socket.readyState === WebSocket.OPEN)
        socket.send(`${head}\ncontent-type:application/json\n\n${STEP}\0`)
  })
}

/** By turns a browser that wants pushes, at an address that no name server knows (RFC 6761), and a new name. */
async function write(stranger: Stranger, { id, token }: Ground['accounts'][number], number: number) {
  const subscription = { endpoint: `https://${randomUUID()}.invalid/push`, keys: PUSH_KEYS }
  const [path, content] =
    number % 2 === 0
      ? ['/api/notifications/push', subscription]
      : [`/api/auth/${id}`, { firstname: `Ana ${number}` }]
  return stranger.ask({ method: 'PUT', path, token, body: JSON.stringify(content) })
}

/** A broadcast that everybody is notified of, and then of its end. */
async function announce(stranger: Stranger, token: string, number: number): Promise<void> {
  const body = JSON.stringify({ title: `Come and listen, number ${number}` })
  const answer = await stranger.ask({ method: 'POST', path: '/api/broadcasts', token, body })
  const id = /"id":(\d+)/.exec(answer)?.[1]
  if (id) await stranger.ask({ method: 'DELETE', path: `/api/broadcasts/${id}`, token })
}

function unfinishedPost(path: string): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${UNFINISHED.saysBytes}`
  return `${head}\r\n\r\n${UNFINISHED.sends}`
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T
}
