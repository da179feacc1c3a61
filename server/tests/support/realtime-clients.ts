import { expect } from 'vitest'
import type { Member, TestStation } from './station.ts'
import { frameText, openWire, type TransportName, type WireClient } from './stomp.ts'

/** A person's own queue. */
export const NOTIFICATIONS = '/user/queue/notifications'

/** The realtime connections of one test. */
export class RealtimeClients {
  readonly #station: () => TestStation
  #clients: WireClient[] = []

  constructor(station: () => TestStation) {
    this.#station = station
  }

  /** A connection before its CONNECT. */
  async open(transport: TransportName = 'raw websocket', carried = {}): Promise<WireClient> {
    const client = await openWire(this.#station(), transport, carried)
    this.#clients.push(client)
    return client
  }

  /** A connection of a member, or of a visitor. */
  async connect(member: Member | null, transport?: TransportName): Promise<WireClient> {
    const client = await this.open(transport)
    const connected = await client.connect(member ? { Authorization: `Bearer ${member.token}` } : {})
    expect(connected?.command).toBe('CONNECTED')
    return client
  }

  close(): void {
    for (const client of this.#clients) client.close()
    this.#clients = []
  }
}

/** Result of a frame with a receipt: `in`, or the code of its ERROR. */
export async function verdict(client: WireClient, text: string): Promise<string> {
  const answer = await client.ask(text)
  return answer?.command === 'RECEIPT' ? 'in' : String(answer?.headers.code)
}

/** SUBSCRIBE with a receipt. */
export function subscribe(destination: string, id = '0'): string {
  return frameText('SUBSCRIBE', { id, destination, receipt: `subscribed ${id}` })
}
