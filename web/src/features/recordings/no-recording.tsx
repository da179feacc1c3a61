import { AudioLines, VolumeOff } from 'lucide-react'
import { DeckNote } from './deck-note.tsx'

/** While the parts of a show are put together. */
export function PreparingRecording() {
  return (
    <DeckNote icon={<AudioLines className="size-5.5" />} title="The recording is being prepared">
      It appears here automatically, usually within a minute.
    </DeckNote>
  )
}

/** Nothing to hear: the station says no more to whom a private recording is not for. */
export function NoRecording({ mayManage }: { mayManage: boolean }) {
  return (
    <DeckNote icon={<VolumeOff className="size-5.5" />} title="There is no recording of this show">
      {mayManage
        ? 'It was not recorded, or its recording was deleted.'
        : 'It was not recorded, or its recording was deleted or made private.'}
    </DeckNote>
  )
}
