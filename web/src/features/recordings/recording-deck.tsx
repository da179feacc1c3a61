import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { DeckNote, HeroButton } from './deck-note.tsx'
import { DeckSkeleton } from './deck-skeleton.tsx'
import { NoRecording } from './no-recording.tsx'
import { type ConnectPlayer, RecordingControls } from './recording-controls.tsx'
import { useRecording } from './recording-query.ts'

export type RecordingDeckProps = {
  broadcastId: number
  title: string
  /** Shown beside the buttons: the volume is the live player's. */
  volume: ReactNode
  connect: ConnectPlayer
}

/** The player of a show that is over, or why it cannot be had. */
export function RecordingDeck({ broadcastId, title, volume, connect }: RecordingDeckProps) {
  const { data, error, isFetching, refetch } = useRecording(broadcastId, true)
  if (error instanceof ApiError && error.status === 404) return <NoRecording mayManage={false} />
  if (data)
    return (
      <RecordingControls
        recording={data}
        title={title}
        volume={volume}
        connect={connect}
        onFailure={() => void refetch()}
      />
    )
  if (!error || isFetching) return <DeckSkeleton />
  return (
    <DeckNote
      icon={<WifiOff className="size-5.5" />}
      title="The recording could not be loaded"
      action={<HeroButton onClick={() => void refetch()}>Retry</HeroButton>}
    >
      {error.message}
    </DeckNote>
  )
}
