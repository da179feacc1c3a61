import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { asItem, chooseItem } from './choose.ts'
import type { PlayableItem, PlayoutContext, SoundingItem } from './ports.ts'
import { findReplay, isReplayable } from './replays.ts'
import { playoutRoutes } from './routes.ts'
import { replayRoutes } from './scheduled/routes.ts'
import { ScheduledReplays } from './scheduled/scheduled-replays.ts'
import { findPlan } from './scheduled/store.ts'
import { readSettings } from './settings.ts'
import { Skipped } from './skipped.ts'
import { beginItem, endItem, extendItem } from './sound-log.ts'

/** An item is chosen so long before it begins, at most. */
const AHEAD_MS = 30_000

/** The playout: what the station plays between shows, and the log of what it played. */
// Long: members of a few lines, which share what sounds.
export function createPlayout(context: PlayoutContext) {
  const { db, clock, library, onError, onSet } = context
  const skipped = new Skipped()
  const scheduled = new ScheduledReplays(context, skipped)
  const begun = { REPLAY: 0, TRACK: 0, JINGLE: 0, BED: 0 }
  let skippedItems = 0
  let sounding: SoundingItem | null = null
  // In order, and nobody on the air waits for the log.
  const inTurn = createSerialQueue()
  const leaveOut = (item: SoundingItem | PlayableItem) => {
    skippedItems++
    skipped.add(item, clock.now())
    const { title, itemId, broadcastId } = item
    context.onFault({ what: 'skipped', title, itemId, broadcastId })
  }
  const port = {
    // What has just begun counts when the next one is chosen.
    next: (current: SoundingItem | null) =>
      inTurn(
        async () =>
          (await scheduled.next(current)) ??
          (await chooseItem(context, skipped, beginAfter(current, clock.now()))),
      ),
    due: () => scheduled.dueId,
    async find({ itemId, broadcastId, plannedId }: SoundingItem) {
      if (plannedId !== undefined) {
        const due = await scheduled.next(null)
        return due?.plannedId === plannedId ? due : null
      }
      if (broadcastId !== null) return findReplay(context, broadcastId)
      const file = itemId === null ? null : await library.find(itemId)
      return file && asItem(file)
    },
    onBegin(item: SoundingItem, listeners: number) {
      begun[item.kind]++
      sounding = item
      const at = new Date(clock.now())
      void inTurn(() => beginItem(db, item, { listeners, at })).catch(onError)
      // It was chosen seconds ago.
      void loadScheduled().catch(onError)
    },
    onBeginAgain({ durationMs }: SoundingItem) {
      const endsBy = new Date(clock.now() + durationMs)
      void inTurn(() => extendItem(db, endsBy)).catch(onError)
    },
    onEnd(item: SoundingItem, end: 'PLAYED' | 'CUT' | 'DAMAGED') {
      sounding = null
      const { plannedId } = item
      if (plannedId !== undefined && end === 'PLAYED') scheduled.markOver(plannedId)
      if (plannedId !== undefined && end === 'DAMAGED' && !scheduled.mayJoinAgain(plannedId)) leaveOut(item)
      const at = new Date(clock.now())
      void inTurn(() => endItem(db, at)).catch(onError)
    },
    onSkip: leaveOut,
  }
  const isWithdrawn = async ({ plannedId, broadcastId, itemId }: SoundingItem) => {
    if (plannedId !== undefined) return !(await findPlan(db, plannedId))
    if (broadcastId !== null) return !(await isReplayable(db, broadcastId))
    return itemId !== null && !(await library.isReady(itemId))
  }
  /** Looks at what is planned now, and leaves what may not be played any more. */
  const loadScheduled = () =>
    inTurn(async () => {
      await scheduled.load()
      const item = sounding
      if (item && (await isWithdrawn(item)) && item === sounding) context.onWithdrawn()
    })
  /** The same on all instances. */
  const loadEverywhere = async () => {
    await loadScheduled()
    context.onChanged()
  }
  return {
    port,
    routes: [...playoutRoutes(context, inTurn), ...replayRoutes(context, loadEverywhere)],
    /** Whether the station is set to play between shows. */
    isOn: async () => (await readSettings(db)).betweenShows === 'ON',
    /** Switches the main mount as it is set, and knows what is planned and withdrawn; also when another instance has decided it. */
    async follow(): Promise<void> {
      await inTurn(async () => onSet(await readSettings(db)))
      await loadScheduled()
    },
    /** Items that began here since the start, by kind, and those that could not be played. */
    metrics: () => ({ begun: { ...begun }, skipped: skippedItems }),
    /** Goes on to the next item where the recording that plays may not be played any more. */
    onRecordingChanged: loadScheduled,
    /** The same where the item of the library that plays may not be played any more, wherever it plays. */
    onLibraryChanged: loadEverywhere,
    /** Resolves when the log has all that was played. */
    settled: () => inTurn(async () => undefined).catch(onError),
  }
}

/** When what follows an item begins, as far as is known: a bed may be left at any time. */
function beginAfter(current: SoundingItem | null, nowMs: number): number {
  const endsMs = current && current.kind !== 'BED' ? current.startedAtMs + current.durationMs : nowMs
  return endsMs > nowMs && endsMs < nowMs + AHEAD_MS ? endsMs : nowMs
}
