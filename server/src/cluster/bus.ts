/** What instances of one station tell each other. What is sent reaches the others, never the sender. */
export type Bus = {
  /** Sends a letter, as JSON. Nobody waits for it: an instance that is away misses it. */
  send(kind: string, letter: object): void
  /** Takes letters of a kind; what they hold is to be checked. One handler per kind. */
  on(kind: string, handler: (letter: unknown) => void): void
  /** Whether the others cannot be reached; null where there are none. */
  isAway(): boolean | null
  /** Idempotent. */
  close(): Promise<void>
}

/** The bus of a station that runs as one process: there is nobody to tell. */
export function createLocalBus(): Bus {
  return { send: () => undefined, on: () => undefined, isAway: () => null, close: async () => undefined }
}
