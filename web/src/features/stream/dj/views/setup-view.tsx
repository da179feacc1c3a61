import { useEffect, useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { announce } from '../../../../lib/announce.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { stationClock } from '../../../../lib/station-clock.ts'
import { useStore } from '../../../../lib/store.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { usePageKeys } from '../../../../lib/use-page-keys.ts'
import { AlertDialog } from '../../../../ui/alert-dialog.tsx'
import { useDj, useDjState, useSound, useStationNow } from '../dj-context.tsx'
import type { DjEngine } from '../dj-engine.ts'
import type { DjUser } from '../dj-machine.ts'
import type { AirKind } from '../dj-state.ts'
import { ProgramWay } from '../encoder/program-way.tsx'
import { type CheckFix, type CheckRow, preflightRows, preflightVerdict } from '../preflight.ts'
import { canRecord } from '../recorder.ts'
import { planOf, showDraft, suggestTitle } from '../show-draft.ts'
import { COLUMN, REST } from './dashboard-layout.ts'
import { MICROPHONE_HELP_ID } from './microphone-help.tsx'
import type { OnAirPanels } from './on-air-dashboard.tsx'
import { focusGoLive, GoLive, PreflightCard, type PreflightCardProps } from './preflight-card.tsx'
import { SHOW_TITLE_ID, ShowCard } from './show-card.tsx'
import { SoundCard } from './sound-card.tsx'

const STATION_POLL_MS = 15_000

/** Before the air, and while it is being taken: the show, the sound, and the checklist with Go live. */
export function SetupView({ user, room }: { user: DjUser; room: OnAirPanels }) {
  const engine = useDj()
  const state = useDjState()
  const [titleError, setTitleError] = useState<string | null>(null)
  const [isTakingOver, setIsTakingOver] = useState(false)
  useOpenSound(engine)
  useEffect(() => suggestTitle(stationClock.now()), [])
  useStationPoll(engine, user)
  const rows = usePreflight(user)
  const verdict = preflightVerdict(rows)
  useVerdict(engine, verdict)
  const hasTitle = () => {
    const isMissing = planOf(showDraft.get(), stationClock.now()).title === ''
    setTitleError(isMissing ? 'Please enter a title' : null)
    if (isMissing) document.getElementById(SHOW_TITLE_ID)?.focus()
    return !isMissing
  }
  const start = (kind: AirKind) => {
    if (hasTitle()) void engine.start(planOf(showDraft.get(), stationClock.now()), kind)
  }
  const fix = (action: CheckFix) => {
    if (action === 'take-over') setIsTakingOver(true)
    else FIXES[action](engine)
  }
  const flight: PreflightCardProps = {
    rows,
    verdict,
    problem: 'problem' in state ? state.problem : null,
    starting: state.name === 'starting' ? state.kind : null,
    onFix: fix,
    onGoLive: () => start('show'),
    onTest: () => start('test'),
    onStandBy: useIsOtherOnAir(engine) ? () => start('waiting') : null,
    onCancel: () => void engine.cancelStart(),
  }
  usePageKeys({ meaningOf: (key) => (key.toLowerCase() === 'g' ? 'go-live' : undefined), onKey: focusGoLive })
  return (
    <div className={REST}>
      <SkipToGoLive />
      <div className={SETUP}>
        <div className="grid gap-4 lg:gap-6 desk:contents">
          <div className={COLUMN}>
            <ShowCard userId={user.id} error={titleError} room={room} />
          </div>
          <div className={classNames('desk:row-span-2', COLUMN)}>
            <SoundCard phase="setup" />
          </div>
        </div>
        <PreflightCard {...flight} />
        <div className={classNames('lg:col-start-1', COLUMN)}>
          <ProgramWay isReady={hasTitle} />
        </div>
        <TakeOverDialog open={isTakingOver} onClose={() => setIsTakingOver(false)} />
      </div>
      <div className={GO_LIVE_BAR}>
        <GoLive {...flight} />
      </div>
    </div>
  )
}

function SkipToGoLive() {
  return (
    <button type="button" className="skip-link" onClick={focusGoLive}>
      Skip to Go live
    </button>
  )
}

/** Three columns of the desk. The DJ's encoder stands under the show; opened, it takes the height from there. */
const SETUP =
  'grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6 desk:min-h-0 desk:flex-1 desk:grid-cols-[minmax(0,15fr)_minmax(0,17fr)_minmax(0,16fr)] desk:grid-rows-[auto_minmax(0,1fr)] desk:items-stretch desk:gap-4 desk:has-[details[open]]:grid-rows-[minmax(0,1fr)_fit-content(60%)]'

/** Stays at the lower edge of the window, over the page's own margins. */
const GO_LIVE_BAR =
  'sticky bottom-0 z-10 -mx-4 mt-4 -mb-6 border-t border-border bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:px-6 lg:hidden'

const FIXES: Record<Exclude<CheckFix, 'take-over'>, (engine: DjEngine) => void> = {
  'choose-input': (engine) => void engine.sound.choose(engine.sound.state.get().mode),
  'show-how': () => document.getElementById(MICROPHONE_HELP_ID)?.focus(),
  resume: (engine) => void engine.resumption.resumeOwn(),
  wake: (engine) => void engine.sound.wake(),
  'check-again': (engine) => void engine.station.check(),
}

function TakeOverDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const engine = useDj()
  const station = useStore(engine.station.state)
  const command = useCommand((cause) => messageOf(cause, 'The show could not be ended.'))
  const onAir = station.state === 'known' ? station.onAir : null
  const confirm = async (givenUp: AbortSignal) => {
    if (onAir) await engine.station.takeOver(onAir.id, givenUp)
    if (!givenUp.aborted) onClose()
  }
  return (
    <AlertDialog
      open={open && onAir !== null}
      title="Take over the air?"
      confirmLabel="End their show"
      danger
      command={command}
      onConfirm={() => void command.run(confirm)}
      onCancel={onClose}
    >
      <p>
        “{onAir?.title}” by {onAir?.by} ends for everyone. You can go live after that.
      </p>
      {command.problem && <p className="font-medium text-live-ink">{command.problem}</p>}
    </AlertDialog>
  )
}

/** Whether a show of somebody else is on air. */
function useIsOtherOnAir(engine: DjEngine): boolean {
  const station = useStore(engine.station.state)
  return station.state === 'known' && station.onAir !== null && !station.onAir.isMine
}

function usePreflight(user: DjUser): CheckRow[] {
  const engine = useDj()
  const { input, isAwake, isStarting } = useSound()
  const level = useStore(engine.sound.levels.level)
  const station = useStore(engine.station.state)
  return preflightRows({
    isSecure: window.isSecureContext,
    canRecord: canRecord(),
    input,
    isAwake,
    isStarting,
    peakDb: level.peakDb,
    hasSignal: level.hasSignal,
    isSilentLong: level.warning === 'no-signal',
    isClipping: level.warning === 'clipping',
    station,
    mayTakeOver: user.role === 'ADMIN',
    now: useStationNow(),
  })
}

/** Opens the microphone that the browser already allows; a click anywhere starts the meter it held back. */
function useOpenSound(engine: DjEngine): void {
  useEffect(() => {
    void engine.sound.openIfAllowed()
    const wake = () => {
      const { input, isAwake } = engine.sound.state.get()
      if (input.state === 'open' && !isAwake) void engine.sound.wake()
    }
    document.addEventListener('pointerdown', wake)
    document.addEventListener('keydown', wake)
    return () => {
      document.removeEventListener('pointerdown', wake)
      document.removeEventListener('keydown', wake)
    }
  }, [engine])
}

function useStationPoll(engine: DjEngine, user: DjUser): void {
  useEffect(() => {
    void engine.begin(user)
    void engine.station.check()
    const timer = setInterval(() => void engine.station.check(), STATION_POLL_MS)
    return () => clearInterval(timer)
  }, [engine, user])
}

function useVerdict(engine: DjEngine, verdict: 'setup' | 'checking' | 'ready'): void {
  useEffect(() => {
    engine.reportVerdict(verdict)
    if (verdict === 'ready') announce('Ready')
  }, [engine, verdict])
}
