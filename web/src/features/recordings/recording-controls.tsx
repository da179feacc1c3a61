import { type Recording, recordingPath } from '@carillon/contract/recordings/schemas'
import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/station-time.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { ROUND_PLAY } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { HeroButton } from './deck-note.tsx'
import { DECK, STATE_LINE } from './deck-skeleton.tsx'
import { heldOf, holdRecording, isHeld, recordingInView } from './held-recording.ts'
import { placeOf, rememberPlace } from './recording-places.ts'
import { isRequested, RecordingPlayer, type RecordingState } from './recording-player.ts'
import { SeekBar } from './seek-bar.tsx'
import { clockWords } from './words.ts'

const BACK_MS = 15_000
const ON_MS = 30_000

/** Connects a player with the rest of the page; gives back how to leave. Must stay the same function. */
export type ConnectPlayer = (player: RecordingPlayer) => () => void

type RecordingControlsProps = {
  recording: Recording
  title: string
  volume: ReactNode
  connect: ConnectPlayer
  /** The sound did not come: the recording may be gone. */
  onFailure(): void
}

/** Play and pause, the waveform to go to any place, where it is and how long, small steps, the volume. */
export function RecordingControls({ recording, title, volume, connect, onFailure }: RecordingControlsProps) {
  const player = useRecordingPlayer(recording, title, connect)
  useInView(recording.broadcastId)
  const { state, atMs } = useStore(player.snapshot)
  useOnFailure(state === 'failed', onFailure)
  const { durationMs, peaks } = recording
  return (
    <section aria-label="Recording" data-state={state} className={DECK}>
      <div className="flex items-center gap-4 md:gap-5">
        <PlayRecording state={state} onToggle={() => player.toggle()} />
        <SeekBar peaks={peaks} atMs={atMs} durationMs={durationMs} onSeek={(ms) => player.seek(ms)} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 md:pl-21">
        <p className="text-sm font-semibold tabular-nums">
          {clockWords(atMs)}{' '}
          <span className="font-normal text-on-stage-muted">/ {clockWords(durationMs)}</span>
        </p>
        <div className="ml-auto flex items-center">
          <IconButton
            label="Back 15 seconds"
            icon={<RotateCcw aria-hidden="true" className="size-5" />}
            onClick={() => player.seek(atMs - BACK_MS)}
          />
          <IconButton
            label="Forward 30 seconds"
            icon={<RotateCw aria-hidden="true" className="size-5" />}
            onClick={() => player.seek(atMs + ON_MS)}
          />
          {volume}
        </div>
      </div>
      <StateLine recording={recording} state={state} onRetry={() => player.play()} />
    </section>
  )
}

/**
 * One player for one recording. Once begun it is held: it goes on when this page is left, and is found again on
 * return. One that was only looked at goes with the page.
 */
function useRecordingPlayer(
  { broadcastId, durationMs, isPublic }: Recording,
  title: string,
  connect: ConnectPlayer,
): RecordingPlayer {
  const [player] = useState(() => heldOf(broadcastId)?.player ?? createPlayer(broadcastId, durationMs))
  const [visibility] = useState(() => heldOf(broadcastId)?.isPublic ?? createStore(isPublic))
  useEffect(() => visibility.set(isPublic), [visibility, isPublic])
  useEffect(() => {
    if (isHeld(player)) return
    const leaves = [player.open(), rememberPlace(broadcastId, player), connect(player)]
    const close = () => {
      for (const leave of leaves.reverse()) leave()
    }
    const unsubscribe = player.snapshot.subscribe(() => {
      if (isHeld(player) || !isRequested(player.snapshot.get().state)) return
      holdRecording({ broadcastId, title, isPublic: visibility, player, close })
    })
    leaves.push(unsubscribe)
    return () => {
      if (!isHeld(player)) close()
    }
  }, [player, visibility, broadcastId, title, connect])
  return player
}

/** Says which recording is on the page, before it is painted: its bar does not flash beside it. */
function useInView(broadcastId: number): void {
  useLayoutEffect(() => {
    recordingInView.set(broadcastId)
    return () => recordingInView.set(null)
  }, [broadcastId])
}

function createPlayer(broadcastId: number, durationMs: number): RecordingPlayer {
  // Not `url`: that is how the world reaches the station, which may not be how this page did.
  const url = recordingPath(broadcastId)
  return new RecordingPlayer({
    url,
    durationMs,
    atMs: placeOf(broadcastId),
    audio: document.createElement('audio'),
  })
}

function useOnFailure(hasFailed: boolean, onFailure: () => void): void {
  const latest = useRef(onFailure)
  useEffect(() => {
    latest.current = onFailure
  })
  useEffect(() => {
    if (hasFailed) latest.current()
  }, [hasFailed])
}

/** As the live player's button: round, yellow, "Play" or "Pause" by name. */
function PlayRecording({ state, onToggle }: { state: RecordingState; onToggle(): void }) {
  const requested = isRequested(state)
  const Icon = requested ? Pause : Play
  return (
    <button
      type="button"
      aria-label={requested ? 'Pause' : 'Play'}
      aria-disabled={state === 'no-format' || undefined}
      onClick={onToggle}
      className={classNames(ROUND_PLAY, 'size-14 shadow-press aria-disabled:opacity-55 md:size-16')}
    >
      {state === 'loading' && <Spinner className="absolute inset-1 size-auto opacity-70" />}
      <Icon
        aria-hidden="true"
        fill="currentColor"
        strokeWidth={requested ? 0 : 2}
        className={requested ? 'size-6.5' : 'size-6.5 translate-x-[6%]'}
      />
    </button>
  )
}

type StateLineProps = { recording: Recording; state: RecordingState; onRetry(): void }

/** Error and the way on, else who may hear it and for how long. */
function StateLine({ recording, state, onRetry }: StateLineProps) {
  const loadError = LOAD_ERRORS[state]
  const standing = loadError ? [] : standingWords(recording)
  return (
    <div className={STATE_LINE}>
      <p role="status" className={loadError ? 'font-semibold text-on-stage' : ''}>
        {loadError ?? standing.join(' ·\u00a0')}
      </p>
      {state === 'failed' && <HeroButton onClick={onRetry}>Retry</HeroButton>}
      {state === 'no-format' && (
        <a
          href={recordingPath(recording.broadcastId)}
          download
          className="font-semibold text-inherit underline"
        >
          Download it
        </a>
      )}
    </div>
  )
}

const LOAD_ERRORS: Partial<Record<RecordingState, string>> = {
  failed: 'Playback stopped. Your place is kept.',
  'no-format': "This browser can't play the recording. Try Chrome or Firefox",
}

function standingWords({ isPublic, expiresAt }: Recording): string[] {
  const until = expiresAt === null ? [] : [`Kept until ${formatDate(new Date(expiresAt))}`]
  return isPublic ? until : ['Private', ...until]
}
