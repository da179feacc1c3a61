import { History } from '../../features/analytics/history/history.tsx'
import { PollOutcomes } from '../../features/polls/poll-outcomes.tsx'
import { areShortcutsOn } from '../../features/stream/listener/shortcuts.ts'
import { PageFrame } from '../layout/page-frame.tsx'

/** `/broadcast-history`: what was on air, and how it went. */
export function HistoryPage() {
  return (
    <PageFrame title="Broadcast History" lead="What was on air, in Manila time (PHT, UTC+8).">
      <History areKeysOn={areShortcutsOn} extrasOf={({ id }) => <PollOutcomes key={id} broadcastId={id} />} />
    </PageFrame>
  )
}
