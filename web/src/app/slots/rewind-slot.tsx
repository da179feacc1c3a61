import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useEffect, useState } from 'react'
import { markWords } from '../../features/broadcasts/mark-words.ts'
import { useMarks } from '../../features/broadcasts/use-marks.ts'
import { useSongs } from '../../features/plays/use-songs.ts'
import { usePolls } from '../../features/polls/use-polls.ts'
import type { RewindMark } from '../../features/stream/listener/rewind-track.tsx'
import { ShowStrip } from '../../features/stream/listener/show-strip.tsx'

/** The strip of a show with what happened in it; that is asked for when somebody is about to use it. */
export function RewindSlot({ broadcast: { id, actualStart } }: { broadcast: Broadcast }) {
  const [isNear, setNear] = useState(false)
  const [marks, setMarks] = useState<readonly RewindMark[]>([])
  if (actualStart === null) return null
  return (
    <>
      <ShowStrip
        broadcastId={id}
        beganAtMs={Date.parse(actualStart)}
        marks={marks}
        onNear={() => setNear(true)}
      />
      {isNear && <Marks broadcastId={id} onMarks={setMarks} />}
    </>
  )
}

/** Shows nothing itself: gives the songs, polls, hand-over and losses of sound of a show as marks. */
function Marks({
  broadcastId,
  onMarks,
}: {
  broadcastId: number
  onMarks(marks: readonly RewindMark[]): void
}) {
  const { data: songs } = useSongs(broadcastId, true)
  const { polls } = usePolls(broadcastId)
  const happened = useMarks(broadcastId)
  useEffect(() => {
    const ofSongs = songs?.map(({ id, title, artist, startedAt }) => ({
      key: `song ${id}`,
      atMs: Date.parse(startedAt),
      label: artist ? `${title} by ${artist}` : title,
    }))
    // Its DJ and staff are sent the drafts too.
    const seen = polls?.filter(({ status }) => status !== 'DRAFT')
    const ofPolls = seen?.map(({ id, question, createdAt }) => ({
      key: `poll ${id}`,
      atMs: Date.parse(createdAt),
      label: `Poll: ${question}`,
    }))
    const others = happened?.map((mark) => ({
      key: `${mark.type} ${mark.at}`,
      label: markWords(mark),
      atMs: Date.parse(mark.at),
      ...(mark.type === 'SOUND_LOST' && { untilMs: mark.until === null ? null : Date.parse(mark.until) }),
    }))
    onMarks([...(others ?? []), ...(ofSongs ?? []), ...(ofPolls ?? [])])
  }, [songs, polls, happened, onMarks])
  return null
}
