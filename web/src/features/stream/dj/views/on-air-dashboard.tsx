import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Keyboard } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useStore } from '../../../../lib/store.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import { useDj } from '../dj-context.tsx'
import type { AirKind } from '../dj-state.ts'
import { ProgramCard } from '../encoder/program-card.tsx'
import { useAudience } from '../use-audience.ts'
import { ListenersCard } from './listeners-card.tsx'
import { UnheardPanel } from './reconnecting-panel.tsx'
import { SilenceWarning } from './silence-warning.tsx'
import { SoundCard } from './sound-card.tsx'
import { TestPanel } from './test-panel.tsx'
import { Tile, type TileProps } from './tile.tsx'
import { TitleEdit } from './title-edit.tsx'

/** What the page puts around the sound of a show: what its listeners say, ask for and vote on. */
export type OnAirPanels = {
  /** The show's panels, with the sound's own as `audio` among them. */
  Panels: ComponentType<{ broadcast: Broadcast; audio: ReactNode }>
  /** Numbers beside those of the air, each a Tile. */
  Numbers: ComponentType<{ broadcast: Broadcast; as: ComponentType<TileProps> }>
  /** What remains of a show that is over. */
  Remains: ComponentType<{ broadcast: Broadcast }>
  /** What can be done with a show that is over. */
  Actions: ComponentType<{ broadcast: Broadcast }>
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
  return (
    <div className="grid gap-4 lg:gap-6">
      <header className="flex items-start justify-between gap-3">
        <TitleEdit broadcast={broadcast} prefix={isShow ? '' : 'Test:'} />
        <IconButton
          label="Keyboard shortcuts"
          icon={<Keyboard className="size-5" />}
          onClick={() => openDashboardDialog.set('shortcuts')}
          className="coarse:hidden"
        />
      </header>
      {panel ?? <UnheardPanel />}
      {isSlow && (
        <Banner tone="warning" role="status">
          Slow upload — listeners may hear gaps
        </Banner>
      )}
      <SilenceWarning />
      <WakeLockHint />
      {isShow ? (
        <>
          <Tiles broadcast={broadcast} Numbers={room.Numbers} />
          <room.Panels
            broadcast={broadcast}
            audio={
              <div className="grid gap-4 lg:gap-6">
                <SoundCard phase={kind} />
                <ListenersCard broadcast={broadcast} kind={kind} />
                <ProgramOnAir broadcastId={broadcast.id} />
              </div>
            }
          />
        </>
      ) : (
        <>
          <TestPanel broadcast={broadcast} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6">
            <SoundCard phase={kind} />
            <ListenersCard broadcast={broadcast} kind={kind} />
          </div>
        </>
      )}
    </div>
  )
}

type TilesProps = { broadcast: Broadcast; Numbers: OnAirPanels['Numbers'] }

/** The show in numbers. */
export function Tiles({ broadcast, Numbers }: TilesProps) {
  const { listenerCount, peak } = useAudience()
  return (
    <div className="grid grid-cols-3 gap-2 md:gap-3 lg:gap-6">
      <TileCard value={String(listenerCount)} label={`listening, peak ${peak}`} />
      <Numbers broadcast={broadcast} as={TileCard} />
    </div>
  )
}

function TileCard(props: TileProps) {
  return (
    <Card className="max-md:p-3 lg:py-4">
      <Tile {...props} />
    </Card>
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
  if (!useStore(wakeLock.isMissing)) return null
  return (
    <Banner tone="info" onDismiss={() => wakeLock.dismiss()}>
      Your screen may go dark: keep this device plugged in and its screen awake.
    </Banner>
  )
}
