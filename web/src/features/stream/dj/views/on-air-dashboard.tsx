import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Keyboard } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { lazyPart } from '../../../../lib/load-part.ts'
import { isShortcutHelpOpen } from '../../../../lib/shortcut-help.ts'
import { useStore } from '../../../../lib/store.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { useAirStatus, useDj } from '../dj-context.tsx'
import type { AirKind } from '../dj-state.ts'
import { ProgramCard } from '../encoder/program-card.tsx'
import { useAudience } from '../use-audience.ts'
import { BackupLight } from './backup-light.tsx'
import { COLUMN, COLUMNS, DASHBOARD } from './dashboard-layout.ts'
import { ListenersCard } from './listeners-card.tsx'
import { NowPlaying } from './now-playing.tsx'
import { UnacknowledgedPanel } from './reconnecting-panel.tsx'
import { ShowClock } from './show-clock.tsx'
import { SilenceWarning } from './silence-warning.tsx'
import { SoundCard } from './sound-card.tsx'
import type { TileProps } from './tile-props.ts'
import { TitleEdit } from './title-edit.tsx'

const TestPanel = lazyPart(async () => (await import('./test-panel.tsx')).TestPanel)
const WaitingPanel = lazyPart(async () => (await import('./waiting-panel.tsx')).WaitingPanel)
const StandInPanel = lazyPart(async () => (await import('./stand-in-panel.tsx')).StandInPanel)

/** Panels that the page puts around the sound of a show: messages, requests and votes of its listeners. */
export type OnAirPanels = {
  /** The show's panels, with the sound's own as `audio` among them. */
  Panels: ComponentType<{ broadcast: Broadcast; audio: ReactNode }>
  /** The show that follows, and the way to hand over to it; nothing while nobody waits. */
  Rail: ComponentType<{ broadcast: Broadcast }>
  /** Words on the show on air, for the one that waits to take over. */
  Waiting: ComponentType<{ broadcast: Broadcast }>
  /** Numbers beside those of the air, each a Tile. */
  Numbers: ComponentType<{ broadcast: Broadcast; as: ComponentType<TileProps> }>
  /** Results of a show that is over. */
  Remains: ComponentType<{ broadcast: Broadcast }>
  /** Actions on a show that is over. */
  Actions: ComponentType<{ broadcast: Broadcast }>
  /** Visibility of the recording of a show of the schedule. */
  Visibility: ComponentType<{ broadcastId: number }>
}

export type OnAirDashboardProps = {
  broadcast: Broadcast
  kind: AirKind
  room: OnAirPanels
  isSlow: boolean
  panel: ReactNode
}

/** The desk while something is on the air. `panel` is what the line has to say, above all else. */
export function OnAirDashboard({ broadcast, kind, room, isSlow, panel }: OnAirDashboardProps) {
  const isShow = kind === 'show'
  const standIn = useStore(useDj().line.report)?.standIn ?? null
  return (
    <div className={classNames('grid gap-4 lg:gap-6', DASHBOARD)}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0 gap-0.5">
          <TitleEdit broadcast={broadcast} prefix={PREFIXES[kind]} />
          {isShow && <ShowState broadcast={broadcast} />}
        </div>
        {isShow && (
          <Numbers className="max-sm:order-last max-sm:basis-full sm:ml-auto">
            <Listening className="sm:hidden" />
            <room.Numbers broadcast={broadcast} as={Figure} />
          </Numbers>
        )}
        <IconButton
          label="Keyboard shortcuts"
          icon={<Keyboard className="size-5" />}
          onClick={() => isShortcutHelpOpen.set(true)}
          className="max-sm:hidden coarse:hidden"
        />
      </header>
      <div className="contents desk:[&>section]:shrink-0 desk:[&>section]:p-4">
        {panel ?? (standIn ? <StandInPanel standIn={standIn} /> : <UnacknowledgedPanel />)}
      </div>
      {isShow && !standIn && <room.Rail broadcast={broadcast} />}
      {isSlow && (
        <Banner tone="warning" role="status">
          Slow upload — listeners may hear gaps
        </Banner>
      )}
      <SilenceWarning />
      <WakeLockHint />
      {isShow ? (
        <room.Panels
          broadcast={broadcast}
          audio={
            <div className="grid gap-4 lg:gap-6 desk:gap-4">
              <SoundCard phase={kind} />
              <ListenersCard kind={kind} />
              <ProgramOnAir broadcastId={broadcast.id} />
            </div>
          }
        />
      ) : (
        <PrivateParts>
          {kind === 'test' ? (
            <TestPanel broadcast={broadcast} />
          ) : (
            <WaitingPanel>
              <room.Waiting broadcast={broadcast} />
            </WaitingPanel>
          )}
        </PrivateParts>
      )}
    </div>
  )
}

const PREFIXES: Record<AirKind, string> = { show: '', test: 'Test:', waiting: 'Standing by:' }

/** Time, song and copy of a show, in short lines below its title. */
function ShowState({ broadcast }: { broadcast: Broadcast }) {
  return (
    <>
      <ShowClock broadcast={broadcast} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <NowPlaying broadcast={broadcast} />
        <BackupLight />
      </div>
    </>
  )
}

/** Sound on a private mount, and what is to be said of it. */
function PrivateParts({ children }: { children: ReactNode }) {
  return (
    <div className={classNames('grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-6', COLUMNS)}>
      <div className={classNames('grid content-start gap-4 max-lg:contents lg:gap-6 desk:gap-4', COLUMN)}>
        <Suspense>{children}</Suspense>
        {/* On phones below the sound with its mute. */}
        <div className="max-lg:order-last">
          <ListenersCard kind="test" />
        </div>
      </div>
      <div className={COLUMN}>
        <SoundCard phase="test" />
      </div>
    </div>
  )
}

type NumbersProps = { className?: string; children: ReactNode }

/** The show in numbers, in one line. */
export function Numbers({ className, children }: NumbersProps) {
  return (
    <div className={classNames('flex flex-wrap gap-x-4 text-sm text-text-muted', className)}>{children}</div>
  )
}

/** One number of the line and what it counts. */
export function Figure({ value, label }: TileProps) {
  return (
    <p>
      <b className="text-text tabular-nums">{value}</b> {label}
    </p>
  )
}

/** Number of listeners, where no bar says it. */
export function Listening({ className }: { className?: string }) {
  const { listenerCount, peak } = useAudience()
  return (
    <div className={className}>
      {listenerCount !== null && <Figure value={String(listenerCount)} label={`listening, peak ${peak}`} />}
    </div>
  )
}

/** The DJ's own program may take over; what the browser took from it, it can have back. */
function ProgramOnAir({ broadcastId }: { broadcastId: number }) {
  const engine = useDj()
  return (
    <ProgramCard broadcastId={broadcastId}>
      <Button variant="outline" onClick={() => engine.program.handOver()}>
        Stop this browser’s sound
      </Button>
    </ProgramCard>
  )
}

function WakeLockHint() {
  const { wakeLock } = useDj()
  const isMissing = useStore(wakeLock.isMissing)
  // An alarm needs the room, and the eyes.
  if (useAirStatus() === 'not-reaching-listeners' || !isMissing) return null
  return (
    <Banner tone="info" onDismiss={() => wakeLock.dismiss()}>
      Your screen may go dark: keep this device plugged in and its screen awake.
    </Banner>
  )
}
