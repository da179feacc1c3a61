import type { StreamConfig } from '@carillon/contract/stream/schemas'
import { MAX_PLAYER_DELAY_MS } from '@carillon/contract/stream/topics'
import type { Call } from '../../../api/client.ts'
import { onFirstInterest } from '../../../lib/first-interest.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import type { Store } from '../../../lib/store.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { confirmDecoding, readCapabilities } from './capabilities.ts'
import { chooseEngine } from './choose-engine.ts'
import { createEngine, preloadNearEngine } from './create-engine.ts'
import type { LiveStatus } from './live-status.ts'
import type { Line } from './live-status-context.ts'
import { showOtherTabs, soundsInAnotherTab } from './other-tabs.ts'
import { Player } from './player.ts'
import { wantsSound } from './player-state.ts'
import { savedLoudness, saveListenerState, wasListening } from './saved-state.ts'
import { fetchStreams, savedStreams } from './stream-config.ts'
import { StreamOrder } from './stream-order.ts'

const SAVE_INTERVAL_MS = 60_000
const DELAY_INTERVAL_MS = 5_000
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'touchstart'] as const

/** The player of this page with everything it is connected to. `open` connects and gives back how to leave. */
export type Listening = { player: Player; open: () => () => void }

/** Puts the player together: browser, storage, station. Nothing is asked or touched before `open`. */
export function createListening(line: Line, call: Call): Listening {
  const audio = document.createElement('audio')
  audio.preload = 'none'
  const listenerId = randomUuid()
  let able = readCapabilities()
  let streams: StreamConfig['streams'] = savedStreams()
  const order = new StreamOrder()
  const player = new Player({
    ...savedLoudness(),
    choose: (failed, behindMs) => (behindMs === null ? chooseEngine(able, streams, failed) : 'plain'),
    create: (kind, loudness, events, behindMs) =>
      createEngine(kind, {
        streams: order.order(streams, performance.now()),
        able,
        listenerId,
        behindMs,
        onLost: (url) => order.lost(url, performance.now()),
        engine: { audio, loudness, events },
      }),
  })

  async function prepare(signal: AbortSignal): Promise<void> {
    able = await confirmDecoding(able)
    streams = await fetchStreams(call, signal)
  }

  /** A visit that only looks does not pay for an engine. */
  function expectPress(): void {
    if (chooseEngine(able, streams, new Set()) !== 'near') return
    preloadNearEngine().catch((error) => console.error('The near engine was not prepared:', error))
  }

  return {
    player,
    open() {
      const leaving = new AbortController()
      const { signal } = leaving
      document.body.append(audio)
      whenIdle(() => {
        prepare(signal).catch((error) => signal.aborted || console.error('Playing was not prepared:', error))
      })
      onFirstInterest(signal, expectPress)
      const stops = [
        followStatus(line.status, player),
        reportAudible(line, player, listenerId),
        reportDelay(line, player),
        remember(player, signal),
        showOtherTabs(player),
      ]
      followBrowser(player, signal)
      return () => {
        leaving.abort()
        for (const stop of stops) stop()
        player.close()
        audio.remove()
      }
    },
  }
}

/** Signs of life, and a network that is there again. */
function followBrowser(player: Player, signal: AbortSignal): void {
  for (const sign of SIGNS_OF_LIFE)
    addEventListener(sign, () => player.signOfLife(), { signal, passive: true })
  addEventListener('online', () => player.wellAgain(), { signal })
}

/** A stream or none, well again or not; and once, on the first word that there is a stream, what was heard before. */
function followStatus(status: Store<LiveStatus>, player: Player): () => void {
  let before = status.get()
  const follow = () => {
    const after = status.get()
    if (after.station !== 'unknown') player.setOnAir(after.isStreaming)
    if (after.broadcastId !== before.broadcastId) {
      player.leaveShow()
      // Over a hand-over nothing lies between.
      if (after.broadcastId === null) player.endShow()
    }
    const isFirst = before.station === 'unknown' && after.isStreaming
    const isWellAgain =
      (before.isStale && !after.isStale) ||
      (before.recoveringSince !== null && after.recoveringSince === null)
    before = after
    if (isWellAgain) player.wellAgain()
    if (isFirst && wasListening(Date.now())) void restore(player)
  }
  follow()
  return status.subscribe(follow)
}

/** Goes on where the last visit was left; a second tab keeps quiet while the first one sounds. */
async function restore(player: Player): Promise<void> {
  const isQuiet = !(await soundsInAnotherTab().catch(() => false))
  if (isQuiet && !wantsSound(player.snapshot.get().state)) player.restore()
}

/** START_LISTENING and STOP_LISTENING, whenever the wish changes. */
function reportAudible(line: Line, player: Player, listenerId: string): () => void {
  let wasRequested = false
  return player.snapshot.subscribe(() => {
    const isRequested = wantsSound(player.snapshot.get().state)
    if (isRequested === wasRequested) return
    wasRequested = isRequested
    const { broadcastId } = line.status.get()
    line.say({ type: isRequested ? 'START_LISTENING' : 'STOP_LISTENING', broadcastId, listenerId })
  })
}

/** Reports the delay behind the studio, for the DJ: while it plays, now and again. */
function reportDelay(line: Line, player: Player): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return player.snapshot.subscribe(() => {
    const { state, metrics, place } = player.snapshot.get()
    const now = performance.now()
    // Who went back is no measure of the way.
    if (place !== null || state.name !== 'playing' || !metrics || now - reportedAt < DELAY_INTERVAL_MS) return
    reportedAt = now
    line.say({ type: 'PLAYER_DELAY', delayMs: Math.min(MAX_PLAYER_DELAY_MS, Math.round(metrics.delayMs)) })
  })
}

/** Stores what the person chose and whether they listen: on change, every minute, and on leaving. */
function remember(player: Player, signal: AbortSignal): () => void {
  let saved = ''
  const save = (isForced: boolean) => {
    const { state, volume, isMuted } = player.snapshot.get()
    const isListening = wantsSound(state) || state.name === 'blocked'
    const listener = { isListening, audioPlaying: state.name === 'playing', volume, isMuted }
    const text = JSON.stringify(listener)
    if (text === saved && !(isForced && isListening)) return
    saved = text
    saveListenerState({ ...listener, timestamp: Date.now() })
  }
  const timer = setInterval(() => save(true), SAVE_INTERVAL_MS)
  addEventListener('pagehide', () => save(true), { signal })
  const unsubscribe = player.snapshot.subscribe(() => save(false))
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
