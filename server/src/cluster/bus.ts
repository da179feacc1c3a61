import type { ClusterMessages, MessageHandler, MessageKind } from './messages.ts'

/** Messages between the instances of one station. A message reaches the others, never the sender. */
export type Bus = {
  /** Sends a message, as JSON. Nobody waits for it: an instance that is away misses it. */
  send<Kind extends MessageKind>(kind: Kind, message: ClusterMessages[Kind]): void
  /** Receives messages of a kind. One handler for each. */
  on<Kind extends MessageKind>(kind: Kind, handler: MessageHandler<Kind>): void
  /** Calls each time that messages of one more instance count from here on: what it sent before is lost. */
  onPeer(handler: () => void): void
  /** Whether the others cannot be reached; null where there are none. */
  isAway(): boolean | null
  /** Idempotent. */
  close(): Promise<void>
}

/** The bus as features know it. */
export type MessageBus = Pick<Bus, 'send' | 'on'>

/** The bus of a station that runs as one process: there is nobody to send to. */
export function createLocalBus(): Bus {
  const nothing = () => undefined
  return { send: nothing, on: nothing, onPeer: nothing, isAway: () => null, close: async () => undefined }
}
