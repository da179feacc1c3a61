import { Repeat2 } from 'lucide-react'
import { spanOf } from '../../../features/broadcasts/schedule/agenda.ts'
import type { Opened } from '../../../features/broadcasts/schedule/show-actions.tsx'
import { PlanReplayDialog } from '../../../features/playout/plan-replay-dialog.tsx'
import { TakeBackDialog } from '../../../features/playout/take-back-dialog.tsx'
import { formatDay } from '../../../lib/station-time.ts'
import { Button } from '../../../ui/button.tsx'

/** Opens the form in which staff plan a replay. */
export function PlanReplayButton({ onOpen }: { onOpen(opened: Opened): void }) {
  return (
    <Button
      variant="outline"
      icon={<Repeat2 className="size-5" />}
      onClick={() => onOpen({ what: 'replay', item: null })}
    >
      Plan a replay
    </Button>
  )
}

type ReplayDialogsProps = { opened: Opened; onClose(): void; onChanged(): void }

/** Dialogs of staff about replays. */
export function ReplayDialogs({ opened, onClose, onChanged }: ReplayDialogsProps) {
  if (opened.what === 'replay')
    return <PlanReplayDialog broadcastId={opened.item?.id ?? null} onClose={onClose} onPlanned={onChanged} />
  if (opened.what !== 'take-back' || !opened.item.replay) return null
  const { item } = opened
  return (
    <TakeBackDialog
      planId={opened.item.replay.planId}
      title={item.title}
      when={`${formatDay(item.start)}, ${spanOf(item)}`}
      onClose={onClose}
      onDone={onChanged}
    />
  )
}
