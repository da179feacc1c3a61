/**
 * State of the connection to the station. `idle`: nobody wants it. `waiting`: lost, tried again after a while.
 * `offline`: the browser has no network, tried every 5 s. `gave-up`: only `retry` opens it again.
 */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'offline' | 'gave-up'

export type ConnectionView = {
  state: ConnectionState
  /** The attempt that runs or comes next: 0 while the first one has not failed. */
  attempt: number
  /** 0 while nobody wants the connection. */
  maxAttempts: number
  /** Length of the wait before the next attempt, counted from when it began; 0 in the other states. */
  retryInMs: number
}

/** A connection that nobody has asked for. */
export const IDLE: ConnectionView = { state: 'idle', attempt: 0, maxAttempts: 0, retryInMs: 0 }
