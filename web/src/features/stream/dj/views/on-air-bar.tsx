import { ArrowRightLeft, CircleX, VolumeX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { announce } from '../../../../lib/announce.ts'
import { useStore } from '../../../../lib/store.ts'
import { type OnAirShowNow, useOnAir } from '../../../../session/on-air-state.ts'
import { LiveDot } from '../../../../ui/badge.tsx'
import { type AirStatus, airWord } from '../air-status.ts'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import {
  useAirStatus,
  useDj,
  useDjState,
  useSecondsWithout,
  useSound,
  useStationNow,
} from '../dj-context.tsx'
import type { AirKind } from '../dj-state.ts'
import { formatElapsed } from '../durations.ts'
import { muteText } from '../mute.ts'
import { useAirAnnouncements } from '../use-air-announcements.ts'
import { useAudience } from '../use-audience.ts'
import { EndDialog } from './end-dialog.tsx'
import { muteIcon } from './mute-icon.ts'
import { useDjShortcuts } from './use-dj-shortcuts.ts'
import { useEndOfQuestion } from './use-end-of-question.ts'

/** The red bar of the shell, on every route while this page is on air, with the dialogs that belong to it. */
export function OnAirBar() {
  const show = useOnAir()
  const dialog = useStore(openDashboardDialog)
  const close = () => openDashboardDialog.set(null)
  useDjShortcuts()
  useStateAnnouncements()
  useAirAnnouncements()
  useEndOfQuestion()
  return (
    <>
      {show && <Bar show={show} />}
      <EndDialog open={dialog === 'end'} onClose={close} />
    </>
  )
}

function Bar({ show }: { show: OnAirShowNow }) {
  const { listenerCount, peak } = useAudience()
  const status = useAirStatus()
  return (
    <section
      id="on-air-bar"
      aria-label="On air"
      className={`flex h-12 shrink-0 items-center gap-3 border-b border-transparent px-4 text-sm font-semibold md:h-10 md:gap-4 coarse:h-12 md:px-6 ${COLORS[status]}`}
    >
      <StateIcon status={status} />
      <StateWord status={status} />
      <span className={status === 'on-air' ? undefined : 'max-sm:hidden'}>
        <Elapsed startedAt={show.startedAt} />
      </span>
      <span className="hidden min-w-0 truncate lg:inline">{show.title}</span>
      <span className="hidden whitespace-nowrap tabular-nums sm:inline">
        {listenerCount !== null && (
          <>
            {listenerCount} listening<span className="max-lg:hidden">, peak {peak}</span>
          </>
        )}
      </span>
      <span className="flex-1" />
      <MuteButton />
      <button
        type="button"
        aria-keyshortcuts="Control+Shift+E"
        onClick={() => openDashboardDialog.set('end')}
        className={`${BUTTON} bg-white text-[#a30d13] hover:bg-white/90`}
      >
        <span>
          End<span className="max-sm:sr-only"> broadcast</span>
        </span>
      </button>
    </section>
  )
}

/** The state in a word, with its seconds. On a phone the longest takes two lines: none may be cut. */
function StateWord({ status }: { status: AirStatus }) {
  const seconds = useSecondsWithout()
  return (
    <b className="font-bold tracking-[0.05em] tabular-nums max-sm:text-xs max-sm:leading-tight sm:whitespace-nowrap">
      {airWord(status, seconds)}
    </b>
  )
}

/** One colour and one shape for each state; the icons of the tab have the same. */
const COLORS: Record<AirStatus, string> = {
  'off-air': 'bg-live text-white',
  'on-air': 'bg-live text-white',
  muted: 'bg-[#3f4a5a] text-white',
  silence: 'bg-[#fec528] text-[#401410]',
  'not-reaching-listeners': 'bg-[#111] text-white ring-2 ring-[#fec528] ring-inset',
  'handed-over': 'bg-[#3f4a5a] text-white',
}

function StateIcon({ status }: { status: AirStatus }) {
  const { mode } = useSound()
  if (status === 'off-air' || status === 'on-air')
    return <LiveDot className="shrink-0 forced-colors:border" />
  const icons = { muted: muteIcon(mode, true), silence: VolumeX, 'handed-over': ArrowRightLeft } as const
  const Icon = status === 'not-reaching-listeners' ? CircleX : icons[status]
  return <Icon aria-hidden="true" className="size-4.5 shrink-0" />
}

const BUTTON =
  'inline-flex h-8 shrink-0 items-center gap-2 rounded-input border border-transparent px-3.5 font-semibold whitespace-nowrap coarse:h-11 max-md:h-10 focus-visible:outline-white'

function MuteButton() {
  const { sound } = useDj()
  const { isMuted, mode } = useSound()
  const Icon = muteIcon(mode, isMuted)
  return (
    <button
      type="button"
      aria-keyshortcuts="M"
      onClick={() => sound.setMuted(!isMuted)}
      className={`${BUTTON} ${isMuted ? 'bg-white text-[#a30d13]' : 'bg-black/18 hover:bg-black/30'}`}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      {isMuted ? 'Unmute' : 'Mute'}
    </button>
  )
}

function Elapsed({ startedAt }: { startedAt: number }) {
  const now = useStationNow()
  return <span className="tabular-nums">{formatElapsed(now - startedAt)}</span>
}

/** Says once what happened to the show: on air, away, over, muted. */
function useStateAnnouncements(): void {
  const state = useDjState()
  const { isMuted, mode } = useSound()
  const before = useRef({ name: state.name, isMuted })
  useEffect(() => {
    const { name } = state
    const was = before.current
    before.current = { name, isMuted }
    if (was.isMuted !== isMuted) announce(muteText({ isMuted, mode }))
    if (was.name === name) return
    const wasOnLine = was.name === 'live' || was.name === 'degraded'
    if (name === 'live' && was.name !== 'degraded') announceAir(state.kind)
    if (name === 'reconnecting' && wasOnLine) announce('Connection lost. Reconnecting…', 'assertive')
    if (name === 'starting') announce('Going live…')
    if (name === 'ended') announce('Broadcast ended')
    if (name === 'rejected') announce(state.reason, 'assertive')
  }, [state, isMuted, mode])
}

function announceAir(kind: AirKind): void {
  if (kind === 'show') announce('ON AIR', 'assertive')
  else announce(kind === 'waiting' ? 'You are standing by' : 'The test has started')
}
