import { setTimeout as delay } from 'node:timers/promises'
import type { Member } from '@carillon/testkit/station'
import { connected, createClient, send, subscribe, type Way } from '@carillon/testkit/stomp-client'
import type { Client } from '@stomp/stompjs'

/** One person in the chat for a while, and what came of it. */
export class ChatPeer {
  readonly label: string
  readonly sent = new Set<string>()
  readonly received = new Map<string, number>()
  /** Losses of connections that were not ours to end: close code, and when, in seconds. */
  readonly losses: string[] = []
  readonly #client: Client
  readonly #id: number
  readonly #joinedMs = performance.now()
  #asked = 0
  #onLoss: (() => void) | null = null

  private constructor(label: string, client: Client, id: number) {
    this.label = label
    this.#client = client
    this.#id = id
  }

  /** Joins the chat of a broadcast at `origin`, and comes back when the connection is lost. */
  static async join(label: string, origin: string, way: Way, member: Member, id: number): Promise<ChatPeer> {
    const client = createClient(origin, way, member.api.token, 500)
    const peer = new ChatPeer(label, client, id)
    await connected(client)
    client.onConnect = () => peer.#listen()
    client.onWebSocketClose = ({ code }) => peer.#lose(code)
    await peer.#listen()
    return peer
  }

  /** Says something new; resolves when the station has taken it, or the connection was lost before it said so. */
  async say(): Promise<void> {
    if (!this.#client.connected) return
    const content = `${this.label} ${this.#asked}`
    this.#asked += 1
    const body = { type: 'CHAT', data: { content } }
    const lost = new Promise<false>((resolve) => {
      this.#onLoss = () => resolve(false)
    })
    const taken = send(this.#client, `/app/broadcast/${this.#id}/message`, body, `receipt ${content}`)
    if (await Promise.race([taken.then(() => true), lost])) this.sent.add(content)
  }

  async leave(): Promise<void> {
    this.#client.onWebSocketClose = () => undefined
    await this.#client.deactivate()
  }

  #lose(code: number): void {
    this.losses.push(`${code} after ${Math.round((performance.now() - this.#joinedMs) / 1000)} s`)
    this.#onLoss?.()
  }

  async #listen(): Promise<void> {
    await subscribe(this.#client, `/topic/broadcast/${this.#id}/chat`, ({ body }) => {
      const { content } = JSON.parse(body).message
      this.received.set(content, (this.received.get(content) ?? 0) + 1)
    })
  }
}

/** Counts of one peer: what it got of all that was sent. */
export type ChatCounts = {
  label: string
  sent: number
  received: number
  lost: number
  doubled: number
  /** Losses of connections; each was opened again. */
  reconnects: string[]
}

/** Everybody says something every `everyMs`, until `forMs` are over and what was said has had its time to arrive. */
export async function chatFor(
  peers: readonly ChatPeer[],
  forMs: number,
  everyMs: number,
): Promise<ChatCounts[]> {
  const endMs = performance.now() + forMs
  const talk = async (peer: ChatPeer) => {
    do {
      await peer.say()
      await delay(everyMs)
    } while (performance.now() < endMs)
  }
  await Promise.all(peers.map(talk))
  const all = peers.flatMap(({ sent }) => [...sent])
  const isWhole = () => peers.every(({ received }) => all.every((content) => received.has(content)))
  const limitMs = performance.now() + 20_000
  while (!isWhole() && performance.now() < limitMs) await delay(50)
  return peers.map(({ label, sent, received, losses }) => ({
    label,
    sent: sent.size,
    received: received.size,
    lost: all.filter((content) => !received.has(content)).length,
    doubled: [...received.values()].filter((times) => times > 1).length,
    reconnects: losses,
  }))
}
