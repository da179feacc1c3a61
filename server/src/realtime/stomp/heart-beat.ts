/** Interval that this side can send at, and would like to receive at: STOMP 1.2, Heart-beating. */
export const SEND_EVERY_MS = 10_000
export const RECEIVE_EVERY_MS = 10_000
/** Timers here go once a second, so a heart-beat is sent so much early. */
const EARLY_MS = 1_500
/** Networks are late, and hidden tabs have slow timers: silence counts as death after this many intervals. */
const TOLERANCE = 2.5

/** Interval of heart-beats each way; 0 is never. */
export type HeartBeat = { sendEveryMs: number; receiveEveryMs: number }

/** Silence on both sides is fine. */
const NO_HEART_BEAT: HeartBeat = { sendEveryMs: 0, receiveEveryMs: 0 }

/** Agrees on heart-beats with a client's `heart-beat:<cx>,<cy>`; absent is `0,0`. Null when it is not two numbers. */
export function agreeHeartBeat(header = '0,0'): HeartBeat | null {
  const match = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/.exec(header)
  if (!match) return null
  const [canSendMs, wantsMs] = [Number(match[1]), Number(match[2])]
  return {
    sendEveryMs: wantsMs === 0 ? 0 : Math.max(SEND_EVERY_MS, wantsMs),
    receiveEveryMs: canSendMs === 0 ? 0 : Math.max(RECEIVE_EVERY_MS, canSendMs),
  }
}

/** The header of CONNECTED: what this side can do and would like. */
export function ownHeartBeat(): string {
  return `${SEND_EVERY_MS},${RECEIVE_EVERY_MS}`
}

/** Both sides of one connection: when this one wrote last and when the other was last received. */
export class HeartBeats {
  #agreed: HeartBeat = NO_HEART_BEAT
  #sentMs: number
  #receivedMs: number

  constructor(nowMs: number) {
    this.#sentMs = this.#receivedMs = nowMs
  }

  /** From now on these intervals hold. */
  agree(agreed: HeartBeat): void {
    this.#agreed = agreed
  }

  noteSent(nowMs: number): void {
    this.#sentMs = nowMs
  }

  noteReceived(nowMs: number): void {
    this.#receivedMs = nowMs
  }

  /** Whether this side has to write. */
  isDue(nowMs: number): boolean {
    const { sendEveryMs } = this.#agreed
    return sendEveryMs > 0 && nowMs - this.#sentMs >= sendEveryMs - EARLY_MS
  }

  /** Whether the other side has been silent for too long. */
  isSilent(nowMs: number): boolean {
    const { receiveEveryMs } = this.#agreed
    return receiveEveryMs > 0 && nowMs - this.#receivedMs > receiveEveryMs * TOLERANCE
  }
}
