import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Avatar, initialsOf } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { shareShow } from './share-show.ts'
import { PlannedTime } from './show-times.tsx'

/** Description of a show, its DJ and its times. */
export function AboutShow({ broadcast }: { broadcast: Broadcast }) {
  const host = broadcast.startedBy ?? broadcast.createdBy
  return (
    <Card aria-labelledby="about-show">
      <CardHead
        id="about-show"
        title="About this show"
        aside={
          <Button variant="outline" size="sm" onClick={() => void shareShow(broadcast)}>
            Share
          </Button>
        }
      />
      {broadcast.description && (
        <p className="mb-5 max-w-prose whitespace-pre-line">{broadcast.description}</p>
      )}
      <div className="flex items-center gap-3">
        <Avatar initials={initialsOf(host.name)} className="size-11 text-sm" />
        <div className="min-w-0">
          <p className="truncate font-semibold">{host.name}</p>
          <p className="text-sm text-text-muted">
            <PlannedTime broadcast={broadcast} />
          </p>
        </div>
      </div>
    </Card>
  )
}
