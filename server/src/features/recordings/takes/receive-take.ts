import { DAY_MS } from '@carillon/contract/durations'
import { TAKE_DAYS, type TakeQuery, type TakeReply } from '@carillon/contract/recordings/takes'
import { readWholeStream, type WholeStreamError } from '@carillon/media/ogg/whole-stream'
import { durationInSamples } from '@carillon/media/opus/packet'
import { AppError } from '../../../kernel/app-error.ts'
import type { RecordingFiles } from '../files.ts'
import { addPackets, type Part } from '../join/parts.ts'
import type { RecordingsContext } from '../ports.ts'
import { findTakenShow, type TakenShow } from '../store.ts'
import { readTakeBook, recordedSamples, restThere, type TakeBook, writtenUpTo } from './take-book.ts'
import type { Gift, TakeFiles } from './take-files.ts'
import type { Uploading } from './uploading.ts'

/** Files that are kept for one show: pieces of ten seconds of a whole day are fewer. */
export const MAX_TAKE_FILES = 10_000
/** Takes of one show that never had a connection. */
const MAX_TAKES = 1_000
/** Clocks of the recorder and of the show may differ by this much, and its first sound came a little before it began. */
const SLACK_MS = 30_000
const SAMPLES_PER_MS = 48

const FAULTS: Record<WholeStreamError, string> = {
  NOT_OGG: 'This is no Ogg',
  DAMAGED: 'A page is damaged, missing or doubled',
  INCOMPLETE: 'The end is missing',
  NOT_STEREO: 'The sound is not stereo',
  NOT_OPUS: 'This is no Opus',
}

/** Upload of a page, or of another instance that passes one on, or gives what it has (`gift`). */
export type TakeUpload = {
  broadcastId: number
  takeId: string
  query: TakeQuery
  userId: number
  gift?: Gift | null
  body: Uint8Array
}

/** Receives an upload into the files of this instance. Throws why it does not take it. */
export type ReceiveTake = (upload: TakeUpload) => Promise<TakeReply>

type Lasting = Pick<TakenShow, 'endedAt'> & { startedAt: Date }
type Receiver = RecordingsContext & { files: RecordingFiles; takes: TakeFiles; uploading: Uploading }

/** Receives packets of a show that its DJ's page has kept, and that the recording does not have. */
export function createTakeReceiver(context: Receiver): ReceiveTake {
  const { clock, files, takes, uploading, onKept } = context

  /** Throws TAKE_UNKNOWN for a take that has no place in the recording, or is somebody else's. */
  async function requireTake({
    broadcastId,
    takeId,
    query,
    userId,
    gift,
    book,
  }: Omit<TakeUpload, 'body'> & { book: TakeBook }) {
    const known = book.takes.get(takeId)
    const { after, afterPackets: packets } = query
    if (!known) {
      const before = after === undefined || packets === undefined ? null : { takeId: after, packets }
      const isPlaced = before && after !== takeId && book.takes.get(before.takeId)?.userId === userId
      if (!(isPlaced || gift) || book.takes.size >= MAX_TAKES) throw new AppError('TAKE_UNKNOWN')
      const take = { takeId, userId, from: 0, after: before }
      await takes.addTake(broadcastId, take)
      book.takes.set(takeId, take)
    } else if (known.userId !== userId) throw new AppError('TAKE_UNKNOWN')
  }

  /** Whether this is more than a show was long so far. A clock that was set back makes it no shorter than its recording. */
  async function isTooLong(ms: number, { startedAt, endedAt }: Lasting, sound: readonly Part[]) {
    const byClockMs = (endedAt?.getTime() ?? clock.now()) - startedAt.getTime()
    if (ms <= byClockMs + SLACK_MS) return false
    return ms > (await recordedSamples(sound)) / SAMPLES_PER_MS + SLACK_MS
  }

  return async ({ broadcastId, takeId, query, userId, gift = null, body }) => {
    const show = await requireTakenShow(context, broadcastId)
    const packets = requirePackets(body)
    const kept = await takes.list(broadcastId)
    const sound = await files.soundOf(broadcastId, (await files.listParts()).get(broadcastId) ?? [])
    // An upload that waits may find no place; a gift has one.
    const sure = gift ? kept.filter((file) => file.gift) : kept
    const book = await readTakeBook(sound, await takes.listTakes(broadcastId), sure)
    await requireTake({ broadcastId, takeId, query, userId, gift, book })
    const to = query.from + packets.length
    if (isNew(book, takeId, { from: query.from, to })) {
      const samples = packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
      const uploads = kept.filter((file) => !file.gift)
      const allMs = uploads.reduce((sum, file) => sum + file.samples, samples) / SAMPLES_PER_MS
      if ((!gift && (await isTooLong(allMs, show, sound))) || kept.length >= MAX_TAKE_FILES)
        throw new AppError('TAKE_TOO_LONG')
      const file = { takeId, from: query.from, count: packets.length, samples, gift }
      await takes.add(broadcastId, file, body)
      addPackets(book.at, { takeId, number: query.from, count: packets.length })
    }
    onKept({ broadcastId, takeId, from: query.from, to })
    // The page may not know yet what was written of the rest.
    const known = gift ? 0 : restThere(book, takeId, to)
    uploading.note(broadcastId, (query.left ?? 0) > known)
    return { takeId, writtenUpTo: writtenUpTo(book, takeId) }
  }
}

/** Returns the show when its recording may still be completed. Throws NOT_FOUND and WRONG_STATE. */
export async function requireTakenShow(
  { db, clock }: Pick<Receiver, 'db' | 'clock'>,
  broadcastId: number,
): Promise<TakenShow & { startedAt: Date }> {
  const show = await findTakenShow(db, broadcastId)
  if (!show || show.isRecordingDeleted) throw new AppError('NOT_FOUND')
  const { startedAt, endedAt, status } = show
  const isTooOld = endedAt !== null && clock.now() - endedAt.getTime() > TAKE_DAYS * DAY_MS
  if (!startedAt || isTooOld || (status !== 'LIVE' && status !== 'ENDED')) throw new AppError('WRONG_STATE')
  return { ...show, startedAt }
}

/** Throws TAKE_UNREADABLE with what is wrong. */
function requirePackets(bytes: Uint8Array): Uint8Array[] {
  const result = readWholeStream(bytes)
  if (result.ok) return result.packets
  throw new AppError('TAKE_UNREADABLE', { fields: { body: FAULTS[result.error] } })
}

/** Whether any of these packets is not at the station yet, and belongs to the broadcast. */
function isNew({ takes, at }: TakeBook, takeId: string, { from, to }: { from: number; to: number }): boolean {
  const first = Math.max(from, takes.get(takeId)?.from ?? 0)
  return (at.get(takeId)?.endOf(first) ?? first) < to
}
