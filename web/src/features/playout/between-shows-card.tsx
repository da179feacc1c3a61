import type { Playout, PlayoutChanges } from '@carillon/contract/playout/settings'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useCommand } from '../../lib/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { RulesDialog } from './rules-dialog.tsx'
import { usePlayout } from './use-playout.ts'

/** Sound between shows: on or off, what there is to choose from, and the rules. `onDone`: it was set. */
export function BetweenShowsCard({ onDone }: { onDone(): void }) {
  const { query, set } = usePlayout()
  const headingId = useId()
  return (
    <Card aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId}>Between shows</h2>
      {query.data ? (
        <Controls
          playout={query.data}
          onSet={async (changes, givenUp) => {
            await set(changes, givenUp)
            onDone()
          }}
        />
      ) : query.isError ? (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-text-muted">
          <p>The settings could not be loaded.</p>
          <Button variant="outline" size="sm" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <Skeleton className="h-28" />
      )}
    </Card>
  )
}

type ControlsProps = {
  playout: Playout
  onSet(changes: PlayoutChanges, givenUp?: AbortSignal): Promise<void>
}

function Controls({ playout: { settings, playable }, onSet }: ControlsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const command = useCommand((failure) => messageOf(failure, 'This could not be saved. Please try again.'))
  const isOn = settings.betweenShows === 'ON'
  const change = (checked: boolean) =>
    command.run(async () => {
      await onSet({ betweenShows: checked ? 'ON' : 'OFF' })
      toast(checked ? 'The station plays between shows' : 'The station is silent between shows', {
        tone: 'success',
      })
    })
  return (
    <>
      <Switch
        label="Play between shows"
        hint="Listeners stay connected when a show ends, and hear what you chose until the next one begins."
        checked={isOn}
        aria-disabled={command.busy}
        onChange={(checked) => void change(checked)}
      />
      {command.problem && (
        <Banner tone="danger" role="alert">
          {command.problem}
        </Banner>
      )}
      <p className="text-sm text-text-muted">{playableWords(playable)}</p>
      <div>
        <Button
          size="sm"
          variant="outline"
          aria-haspopup="dialog"
          icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
          onClick={() => setIsOpen(true)}
        >
          Rules…
        </Button>
      </div>
      {isOpen && <RulesDialog settings={settings} onSet={onSet} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function playableWords({ tracks, replays, jingles, stationIds, hasBed }: Playout['playable']): string {
  const parts = [
    counted(replays, 'public recording'),
    counted(tracks, 'track'),
    counted(jingles, 'jingle'),
    counted(stationIds, 'station ID'),
  ].filter((part) => part !== null)
  if (replays + tracks === 0)
    return hasBed
      ? 'Nothing to choose from but the bed. Make a recording public, or add tracks to a playlist.'
      : 'Nothing to play yet. Make a recording public, or add tracks to a playlist.'
  return `To choose from: ${new Intl.ListFormat('en-US').format(parts)}.`
}

function counted(count: number, name: string): string | null {
  return count === 0 ? null : `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`
}
