import { OFFLINE_RETRY_MS, reconnectDelayMs } from '../lib/reconnect-delay.ts'

/** Transport of the frames: a websocket, or SockJS where none can be opened. */
export type Transport = 'websocket' | 'sockjs'

const MAX_ATTEMPTS = 15
const NORMAL = 1000
const GOING_AWAY = 1001

/** Settings of the deployment for reconnecting through SockJS. */
export type SockJsLadder = {
  reconnectDelayMs: number
  reconnectJitterMs: number
  maxReconnectAttempts: number
}

/** Whether the connection comes back by itself after this close. */
export function comesBackAfter(closeCode: number): boolean {
  return closeCode !== NORMAL && closeCode !== GOING_AWAY
}

/** Attempts in a row that may fail. SockJS, dear to the station, has the fewer of the deployment's settings. */
export function maxAttempts(transport: Transport, ladder: SockJsLadder): number {
  return transport === 'websocket' ? MAX_ATTEMPTS : ladder.maxReconnectAttempts
}

export type WaitState = {
  /** 1 is the first. */
  attempt: number
  transport: Transport
  isOnline: boolean
  /** 0 to 1. */
  random: () => number
  ladder: SockJsLadder
}

/** Wait before an attempt, in ms: a websocket's waits double, SockJS' are the deployment's, offline 5 s. */
export function waitMs({ attempt, transport, isOnline, random, ladder }: WaitState): number {
  if (!isOnline) return OFFLINE_RETRY_MS
  if (transport === 'websocket') return reconnectDelayMs(attempt, random)
  return ladder.reconnectDelayMs + random() * ladder.reconnectJitterMs
}
