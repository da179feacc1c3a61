import { stationClock } from '../../../../lib/station-clock.ts'
import { useStore } from '../../../../lib/store.ts'
import { Button } from '../../../../ui/button.tsx'
import { useDj } from '../dj-context.tsx'
import type { AirKind } from '../dj-state.ts'
import { planOf, showDraft } from '../show-draft.ts'
import { ProgramCard } from './program-card.tsx'

/** Before the air: a password for the show that is about to begin, and its beginning without the browser's sound. */
export function ProgramWay({ isReady }: { isReady(): boolean }) {
  const engine = useDj()
  const { slotId } = useStore(showDraft)
  const draftId = useStore(engine.draft.made)
  const plan = () => planOf(showDraft.get(), stationClock.now())
  const prepare = async () => (isReady() ? engine.draft.prepareForEncoder(plan()) : null)
  const start = (kind: AirKind) => {
    if (isReady()) void engine.program.start(plan(), kind)
  }
  return (
    <ProgramCard broadcastId={slotId ?? draftId} onPrepare={prepare}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => start('show')}>Go live with this encoder</Button>
        <Button variant="outline" onClick={() => start('test')}>
          Test with it
        </Button>
      </div>
    </ProgramCard>
  )
}
