import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Member, Station } from '@carillon/testkit/station'
import { WebSocket } from 'ws'
import { bare, chatEvent, type Dialect, sockJs, stomp } from './dialects.ts'
import type { RabbitMq } from './rabbitmq.ts'

/** A server that carries a chat. `say` resolves once the server has taken the message, where it tells. */
export type ChatPeer = {
  name: string
  pid: number
  port: number
  dialect: Dialect
  say(content: string): Promise<void>
}

const REALTIME_PATH = '/ws-radio'
const RABBIT_DESTINATION = '/topic/chat'
const RABBIT_LOGIN = 'login:guest\npasscode:guest\n'
const SPEAKERS = 5
const SIGN_OF_LIFE_MS = 20_000

/** The chat of a live broadcast of this station, said by the real call and read in both framings. */
export async function carillonPeers(station: Station): Promise<[websocket: ChatPeer, sockJs: ChatPeer]> {
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive()
  // Moderators need not wait for each other in slow mode.
  const speakers: Member[] = []
  for (let speaker = 0; speaker < SPEAKERS; speaker += 1) speakers.push(await station.newMember('MODERATOR'))
  let measurement = 0
  const say = async (content: string) => {
    const speaker = speakers[measurement++ % SPEAKERS]
    await speaker?.api.data('POST', `/api/chats/${id}`, { content })
  }
  const destination = `/topic/broadcast/${id}/chat`
  const server = { pid: station.pid, port: Number(new URL(station.origin).port), say }
  return [
    { ...server, name: 'carillon, websocket', dialect: stomp(`${REALTIME_PATH}/websocket`, destination) },
    { ...server, name: 'carillon, SockJS', dialect: sockJs(REALTIME_PATH, destination) },
  ]
}

/** A broadcast with `ws` and nothing else, of the bytes that Carillon would send. The caller disconnects the child. */
export async function barePeer(): Promise<{ peer: ChatPeer; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'broadcast-process.ts'))
  const [port] = (await once(child, 'message')) as [number]
  const speaker = new WebSocket(`ws://127.0.0.1:${port}/`)
  await once(speaker, 'open')
  const say = async (content: string) => {
    const body = chatEvent(content)
    const head = `MESSAGE\nsubscription:sub-0\nmessage-id:1234\ndestination:/topic/broadcast/1/chat`
    speaker.send(`${head}\ncontent-type:application/json\ncontent-length:${body.length}\n\n${body}\0`)
  }
  return { child, peer: { name: 'bare ws', pid: child.pid ?? 0, port, dialect: bare, say } }
}

/** A topic of this RabbitMQ, said and read over Web-STOMP. */
export async function rabbitPeer(rabbit: RabbitMq): Promise<ChatPeer> {
  const speaker = new WebSocket(`ws://127.0.0.1:${rabbit.port}/ws`)
  await once(speaker, 'open')
  speaker.send(`CONNECT\naccept-version:1.2\nhost:/\nheart-beat:0,0\n${RABBIT_LOGIN}\n\0`)
  await once(speaker, 'message')
  // Its web server closes anyone who has been silent for a minute.
  setInterval(() => speaker.ping(), SIGN_OF_LIFE_MS).unref()
  const say = async (content: string) => {
    const head = `SEND\ndestination:${RABBIT_DESTINATION}\ncontent-type:application/json`
    speaker.send(`${head}\n\n${chatEvent(content)}\0`)
  }
  const dialect = stomp('/ws', RABBIT_DESTINATION, RABBIT_LOGIN)
  return { name: 'RabbitMQ Web-STOMP', pid: rabbit.pid, port: rabbit.port, dialect, say }
}
