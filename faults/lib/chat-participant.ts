import { ApiSession } from '@carillon/testkit/api'
import type { Instance } from '@carillon/testkit/instance'
import type { Member } from '@carillon/testkit/station'
import { connected, createClient, subscribe } from '@carillon/testkit/stomp-client'

/** Somebody in the chat of a broadcast at one instance: says and hears there. */
export class ChatParticipant {
  readonly #api: ApiSession
  readonly #broadcastId: number
  readonly #client: ReturnType<typeof createClient>
  readonly #received = new Set<string>()
  #breaks = 0

  private constructor(address: string, { api }: Member, broadcastId: number) {
    this.#api = new ApiSession(address, api.token)
    this.#broadcastId = broadcastId
    this.#client = createClient(address, 'raw websocket', api.token)
  }

  /** Connects and subscribes there; the caller leaves. */
  static async take({ address }: Instance, member: Member, broadcastId: number): Promise<ChatParticipant> {
    const participant = new ChatParticipant(address, member, broadcastId)
    await connected(participant.#client)
    participant.#client.onWebSocketClose = () => {
      participant.#breaks += 1
    }
    await subscribe(participant.#client, `/topic/broadcast/${broadcastId}/chat`, ({ body }) => {
      const { message } = JSON.parse(body) as { message?: { content: string } }
      if (message) participant.#received.add(message.content)
    })
    return participant
  }

  /** Number of times its connection ended by itself. */
  get breaks(): number {
    return this.#breaks
  }

  /** Throws where it is refused. */
  async say(content: string): Promise<void> {
    await this.#api.data('POST', `/api/chats/${this.#broadcastId}`, { content })
  }

  hasReceived(content: string): boolean {
    return this.#received.has(content)
  }

  async leave(): Promise<void> {
    this.#client.onWebSocketClose = () => {}
    await this.#client.deactivate()
  }
}
