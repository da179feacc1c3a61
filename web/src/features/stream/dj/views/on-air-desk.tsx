import type { Broadcast } from '@carillon/contract/broadcasts'
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from '../../../../lib/store.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Card } from '../../../../ui/card.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { openDeskDialog } from '../desk-dialogs.ts'
import { useDj, useStationNow } from '../dj-context.tsx'
import type { AirKind } from '../dj-state.ts'
import { formatElapsed } from '../durations.ts'
import { useAudience } from '../use-audience.ts'
import { ListenersCard } from './listeners-card.tsx'
import { SlowModeCard } from './slow-mode-card.tsx'
import { SoundCard } from './sound-card.tsx'
import { TestPanel } from './test-panel.tsx'
import { Tile } from './tile.tsx'
import { TitleEdit } from './title-edit.tsx'

export type OnAirDeskProps = { broadcast: Broadcast; kind: AirKind; isSlow: boolean; panel: ReactNode }

/** The desk while something is on the air. `panel` is what the line has to say, above all else. */
export function OnAirDesk({ broadcast, kind, isSlow, panel }: OnAirDeskProps) {
  const isShow = kind === 'show'
  return (
    <div className="grid gap-4 lg:gap-6">
      <header className="flex items-start justify-between gap-3">
        <TitleEdit broadcast={broadcast} prefix={isShow ? '' : 'Test:'} />
        <IconButton
          label="Keyboard shortcuts"
          icon={<Keyboard className="size-5" />}
          onClick={() => openDeskDialog.set('shortcuts')}
          className="coarse:hidden"
        />
      </header>
      {panel}
      {isSlow && (
        <Banner tone="warning" role="status">
          Slow upload — listeners may hear gaps
        </Banner>
      )}
      <WakeLockHint />
      {isShow ? <Tiles broadcast={broadcast} /> : <TestPanel broadcast={broadcast} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6">
        <SoundCard stage={kind} />
        <div className="grid gap-4 lg:gap-6">
          <ListenersCard broadcast={broadcast} kind={kind} />
          {isShow && <SlowModeCard broadcast={broadcast} />}
        </div>
      </div>
    </div>
  )
}

function Tiles({ broadcast }: { broadcast: Broadcast }) {
  const now = useStationNow()
  const { listenerCount, peak } = useAudience()
  const startedAt = broadcast.actualStart ? Date.parse(broadcast.actualStart) : now
  return (
    <div className="grid grid-cols-2 gap-3 lg:gap-6">
      <Card className="lg:py-4">
        <Tile value={formatElapsed(now - startedAt)} label="on air" />
      </Card>
      <Card className="lg:py-4">
        <Tile value={String(listenerCount)} label={`listening, peak ${peak}`} />
      </Card>
    </div>
  )
}

function WakeLockHint() {
  const isMissing = useStore(useDj().wakeLock.isMissing)
  if (!isMissing) return null
  return (
    <Banner tone="info">Your screen may go dark: keep this device plugged in and its screen awake.</Banner>
  )
}
