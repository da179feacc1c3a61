import type { Bus } from './bus.ts'
import { MessageHandlers } from './messages.ts'

/** Instances that send each other messages, in memory and as JSON. */
export class MemoryCluster {
  /** Messages are lost meanwhile. */
  isCut = false
  readonly #members = new Set<MessageHandlers>()

  /** One more instance. */
  join(): Bus {
    const handlers = new MessageHandlers()
    this.#members.add(handlers)
    return {
      send: (kind, message) => {
        if (this.isCut) return
        const text = JSON.stringify(message)
        for (const other of this.#members) if (other !== handlers) other.receive(kind, JSON.parse(text))
      },
      on: (kind, handler) => handlers.on(kind, handler),
      onPeer: () => undefined,
      isAway: () => this.isCut,
      close: async () => void this.#members.delete(handlers),
    }
  }
}
