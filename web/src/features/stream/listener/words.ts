import type { OnAir } from '@carillon/contract/plays/now-playing'
import { FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import type { EngineMetrics } from './engine.ts'
import type { LiveStatus } from './live-status.ts'
import type { PlayerState } from './player-state.ts'
import { MAX_RETRIES } from './retry-ladder.ts'

/** Title of a show without one. */
export const DEFAULT_TITLE = 'Live Broadcast'

/** A gap shorter than this is not worth a word. */
export const BUFFERING_SHOWN_AFTER_MS = 1_000

/** Words while somebody keeps the stream stopped. */
export const PAUSED_WORDS = 'Paused by the station'

/** Whether somebody keeps the stream of a show stopped. */
export function isPausedByStation({ station, problem }: LiveStatus): boolean {
  return station === 'live' && problem === FEED_HELD_MESSAGE
}

/** Words for somebody behind what is on now; between shows nothing is live. */
export function behindLabel({ station }: LiveStatus): string {
  return station === 'live' ? 'Behind live' : 'From earlier'
}

/** Words for a player's state where it is shown. */
export function stateWords(state: PlayerState): string {
  if (state.name === 'blocked') return state.cause === 'restored' ? 'Tap to resume' : 'Tap to listen'
  if (state.name === 'retrying') return `Reconnecting — try ${state.attempt} of ${MAX_RETRIES}`
  return WORDS[state.name]
}

const WORDS: Record<Exclude<PlayerState['name'], 'blocked' | 'retrying'>, string> = {
  idle: 'Play',
  connecting: 'Connecting…',
  playing: 'Listening live',
  buffering: 'Buffering…',
  'gave-up': "Can't reach the stream. Try again",
  'no-format': "This browser can't play the stream. Try Chrome or Firefox",
  'idle-stopped': 'Still there? Paused to save your data',
  ended: 'Broadcast ended',
}

/** Delay of the sound behind the studio, in words: tenths under two seconds, whole seconds above. */
export function delayWords(metrics: EngineMetrics): string {
  const seconds = metrics.delayMs / 1000
  const text =
    seconds < 2 ? (Math.max(1, Math.round(seconds * 10)) / 10).toFixed(1) : String(Math.round(seconds))
  return `about ${text} s behind the studio`
}

/** The whole seconds until a retry, at least one; null while it runs. */
export function secondsUntil(dueAt: number | null, now: number): number | null {
  return dueAt === null ? null : Math.max(1, Math.ceil((dueAt - now) / 1000))
}

/** `1 listener`, `128 listeners`. */
export function listenersWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'listener' : 'listeners'}`
}

/** Kinds of what plays between shows, as a listener would call them. */
export const ITEM_LABELS: Record<OnAir['kind'], string> = {
  LIVE: 'Live',
  REPLAY: 'Replay',
  TRACK: 'Music',
  JINGLE: 'Station ID',
  BED: 'Music',
}

/** Line about what plays between shows: `Alapaap by Eraserheads`, or a replay by its title. */
export function itemWords({ kind, title, artist }: OnAir): string {
  if (kind === 'REPLAY') return `a replay of ${title}`
  return artist ? `${title} by ${artist}` : title
}

/** The name of the pill's button: what is on, and what pressing it does. */
export function pillName(status: LiveStatus, isRecovering: boolean): string {
  const { station, listenerCount } = status
  const open = 'Open player controls'
  if (station === 'unknown') return `Checking whether we are live. ${open}`
  if (station === 'off-air')
    return status.item ? `Not live. Playing ${itemWords(status.item)}. ${open}` : `Not live. ${open}`
  const state = isRecovering ? ', recovering' : isPausedByStation(status) ? ', paused by the station' : ''
  return `Live${state}, ${listenersWords(listenerCount)}. ${open}`
}
