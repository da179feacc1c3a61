import type { Person } from '@carillon/contract/roles'
import { broadcastNameOf, recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { RecordingFiles } from './files.ts'
import type { RecordingsContext } from './ports.ts'
import { changeKept, changeLiveOnly, changeVisibility, markDeleted } from './store.ts'
import type { RecordedShow, StoredRecording } from './table.ts'
import { type Transfers, withdraw } from './transfers.ts'

type Decidable = Pick<RecordedShow, 'broadcastId' | 'title' | 'isPublic'> & { isUnlisted?: boolean }

/** Changes of a recording by a person, each with its line in the activity log. */
export function createChanges(context: RecordingsContext, files: RecordingFiles, transfers: Transfers) {
  const { db, clock, bus, onChanged } = context

  async function note(description: string, { id: userId }: Person): Promise<void> {
    const activity = { activityType: 'BROADCAST_UPDATE', description, userId } as const
    await recordActivity(db, activity, new Date(clock.now()))
  }

  /** Stores who may hear what is recorded of a show; transfers to anyone else end. */
  async function publishOrHide(before: Decidable, isPublic: boolean, person: Person): Promise<void> {
    const { broadcastId } = before
    if (isPublic === before.isPublic) return
    await changeVisibility(db, broadcastId, isPublic)
    if (!isPublic) {
      bus.send('recording-withdrawn', { broadcastId, isDeleted: false })
      transfers.cutPublic(broadcastId)
    }
    await note(`The recording of ${nameOf(before)} is ${isPublic ? 'public' : 'private'}`, person)
    onChanged(broadcastId)
  }

  /** Stores whether the station may play it again. */
  async function markLiveOnly(before: RecordedShow, isLiveOnly: boolean, person: Person): Promise<void> {
    const { broadcastId } = before
    if (isLiveOnly === before.isLiveOnly) return
    await changeLiveOnly(db, broadcastId, isLiveOnly)
    await note(`${nameOf(before)} is ${isLiveOnly ? 'live only' : 'no longer live only'}`, person)
    onChanged(broadcastId)
  }

  /** Keeps a recording for good, or lets it go with its day. Throws NOT_FOUND. */
  async function keepOrRelease(before: StoredRecording, isKept: boolean, person: Person): Promise<void> {
    const { broadcastId, title } = before
    if (isKept === before.isKept) return
    if (!(await changeKept(db, broadcastId, isKept))) throw new AppError('NOT_FOUND')
    await note(`The recording of ${title} ${isKept ? 'is kept' : 'is no longer kept'}`, person)
    onChanged(broadcastId)
  }

  /** Deletes a recording on every instance; one that was deleted meanwhile stays so. */
  async function remove({ broadcastId, title }: StoredRecording, person: Person): Promise<void> {
    if (!(await markDeleted(db, broadcastId, new Date(clock.now())))) return
    bus.send('recording-withdrawn', { broadcastId, isDeleted: true })
    await withdraw(broadcastId, files, transfers)
    await note(`The recording of ${title} was deleted`, person)
    onChanged(broadcastId)
  }

  return { keepOrRelease, markLiveOnly, publishOrHide, remove }
}

/** Name of a show in the log. One that has a recording was on air, and is no draft. */
function nameOf({ broadcastId, title, isUnlisted = false }: Decidable): string {
  return broadcastNameOf({ id: broadcastId, title, isUnlisted })
}
