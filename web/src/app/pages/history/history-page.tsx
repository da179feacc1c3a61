import { canModerate, ownersOf } from '@carillon/contract/policies'
import { History } from '../../../features/analytics/history/history.tsx'
import { useHistoryFilters } from '../../../features/analytics/history/history-filters.ts'
import { ChatPreview } from '../../../features/chat/chat-preview.tsx'
import { SongsPart } from '../../../features/plays/songs-part.tsx'
import { SoundLogLink } from '../../../features/plays/sound-log-link.tsx'
import { PollOutcomesPart } from '../../../features/polls/poll-outcomes.tsx'
import { areShortcutsOn } from '../../../lib/single-keys.ts'
import { STATION_PLACE, ZONE_NOTE } from '../../../lib/station-zone.ts'
import { useSession } from '../../../session/session.ts'
import { PageFrame } from '../../layout/page-frame.tsx'

/** `/broadcast-history`: what was on air, and how it went. */
export function HistoryPage() {
  const session = useSession()
  const [{ days }] = useHistoryFilters()
  const viewer = session.state === 'signed-in' ? session.user : null
  return (
    <PageFrame
      title="Broadcast History"
      lead={`What was on air, in ${STATION_PLACE} time${ZONE_NOTE}.`}
      aside={<SoundLogLink days={days} />}
    >
      <History
        areKeysOn={areShortcutsOn}
        mayExport={(broadcast) => canModerate(viewer, broadcast && ownersOf(broadcast))}
        extrasOf={({ id, status }) => (
          <>
            <SongsPart key={`songs ${id}`} broadcastId={id} isOnAir={status === 'LIVE'} />
            <PollOutcomesPart key={`polls ${id}`} broadcastId={id} />
            <ChatPreview key={`chat ${id}`} broadcastId={id} />
          </>
        )}
      />
    </PageFrame>
  )
}
