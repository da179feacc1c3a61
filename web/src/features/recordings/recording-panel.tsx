import { type Recording, recordingPath } from '@carillon/contract/recordings/schemas'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { stationClock } from '../../lib/station-clock.ts'
import { formatDate } from '../../lib/station-time.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { LiveOnlySwitch } from './live-only-switch.tsx'
import { Outages } from './outages.tsx'
import { PANEL_HEIGHT, RecordingPanelSkeleton } from './recording-panel-skeleton.tsx'
import { useRecording } from './recording-query.ts'
import { type Question, questionWords } from './recording-questions.ts'
import { useRecordingOrders } from './use-recording-orders.ts'
import { sizeWords } from './words.ts'

export type RecordingPanelProps = {
  broadcastId: number
  title: string
  isThere: boolean
  /** The station has done what was asked: what else shows the recording asks again. */
  onChanged(): void
}

/** For the DJ of a show and for staff: who may hear its recording, whether it stays, and its end. */
export function RecordingPanel({ broadcastId, title, isThere, onChanged }: RecordingPanelProps) {
  const { data: recording, isPending } = useRecording(broadcastId, isThere)
  const orders = useRecordingOrders(broadcastId, onChanged)
  const [question, setQuestion] = useState<Question | null>(null)
  if (orders.isDeleted) return <Farewell title={title} />
  if (isThere && isPending) return <RecordingPanelSkeleton />
  if (!recording || !isThere) return null
  const words = question && questionWords(question, { title, dueAt: recording.dueAt }, stationClock.now())
  const act = async () => {
    if (question && (await orders.run(question))) setQuestion(null)
  }
  return (
    <Card aria-labelledby="recording-desk" className={PANEL_HEIGHT}>
      <CardHead
        id="recording-desk"
        title="The recording"
        aside={
          <Badge tone={recording.isPublic ? 'success' : 'neutral'}>
            {recording.isPublic ? 'Public' : 'Private'}
          </Badge>
        }
      />
      <Choices recording={recording} onAsk={setQuestion} onKeep={() => void orders.run('keep')} />
      {orders.problem && !question && (
        <Banner tone="danger" role="alert" className="mt-4">
          {orders.problem}
        </Banner>
      )}
      <AlertDialog
        open={words !== null}
        title={words?.title ?? ''}
        confirmLabel={words?.confirm ?? ''}
        danger={words?.isDangerous ?? false}
        command={orders}
        onConfirm={() => void act()}
        onCancel={() => setQuestion(null)}
      >
        <p>{words?.body}</p>
        {orders.problem && (
          <Banner tone="danger" role="alert">
            {orders.problem}
          </Banner>
        )}
      </AlertDialog>
    </Card>
  )
}

type ChoicesProps = { recording: Recording; onAsk(question: Question): void; onKeep(): void }

function Choices({ recording, onAsk, onKeep }: ChoicesProps) {
  const { broadcastId, bytes, outages, isPublic, isKept } = recording
  return (
    <div className="grid gap-4">
      <Outages outages={outages} />
      <Switch
        label="Anyone can listen"
        hint={
          isPublic ? 'On its page, without an account.' : 'Only its DJ, moderators and admins can listen now.'
        }
        checked={isPublic}
        onChange={() => onAsk(isPublic ? 'hide' : 'publish')}
      />
      {isPublic && <LiveOnlySwitch broadcastId={broadcastId} />}
      <Switch
        label="Keep permanently"
        hint={keptWords(recording)}
        checked={isKept}
        onChange={() => (isKept ? onAsk('let-go') : onKeep())}
      />
      <div className="flex flex-wrap gap-2 border-t border-border pt-4">
        <a href={recordingPath(broadcastId)} download className={buttonClasses('outline', 'sm')}>
          <Download aria-hidden="true" className="size-4" />
          Download, {sizeWords(bytes)}
        </a>
        <Button
          variant="danger"
          size="sm"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={() => onAsk('delete')}
        >
          Delete recording
        </Button>
      </div>
    </div>
  )
}

/** Words for its future. */
function keptWords({ isKept, expiresAt }: Recording): string {
  if (isKept) return 'It stays until someone deletes it.'
  if (expiresAt === null) return 'The station doesn’t delete recordings now. If that changes, this one stays.'
  return `Kept until ${formatDate(new Date(expiresAt))}, then the station deletes it.`
}

/** Takes the focus that the button had. */
function Farewell({ title }: { title: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Card aria-labelledby="recording-desk">
      <h2 id="recording-desk" ref={ref} tabIndex={-1}>
        The recording was deleted
      </h2>
      <p className="mt-2 text-sm text-text-muted">
        “{title}” can no longer be heard. Its numbers and its chat are still there.
      </p>
    </Card>
  )
}
