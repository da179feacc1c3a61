import { ApiSession } from '../../e2e/support/api.ts'
import type { Instance } from '../../e2e/support/instance.ts'
import type { Member } from '../../e2e/support/station.ts'
import { connected, createClient, subscribe } from '../../e2e/support/stomp-client.ts'

/** Somebody in the chat of a broadcast at one instance: says and hears there. */
export class Seat {
  readonly #api: ApiSession
  readonly #broadcastId: number
  readonly #client: ReturnType<typeof createClient>
  readonly #heard = new Set<string>()
  #breaks = 0

  private constructor(address: string, { api }: Member, broadcastId: number) {
    this.#api = new ApiSession(address, api.token)
    this.#broadcastId = broadcastId
    this.#client = createClient(address, 'raw websocket', api.token)
  }

  /** Connects and subscribes there; the caller leaves. */
  static async take({ address }: Instance, member: Member, broadcastId: number): Promise<Seat> {
    const seat = new Seat(address, member, broadcastId)
    await connected(seat.#client)
    seat.#client.onWebSocketClose = () => {
      seat.#breaks += 1
    }
    await subscribe(seat.#client, `/topic/broadcast/${broadcastId}/chat`, ({ body }) => {
      const { message } = JSON.parse(body) as { message?: { content: string } }
      if (message) seat.#heard.add(message.content)
    })
    return seat
  }

  /** How often its connection ended by itself. */
  get breaks(): number {
    return this.#breaks
  }

  /** Throws where it is refused. */
  async say(content: string): Promise<void> {
    await this.#api.data('POST', `/api/chats/${this.#broadcastId}`, { content })
  }

  hasHeard(content: string): boolean {
    return this.#heard.has(content)
  }

  async leave(): Promise<void> {
    this.#client.onWebSocketClose = () => {}
    await this.#client.deactivate()
  }
}
