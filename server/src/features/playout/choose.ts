import { MINUTE_MS } from '@carillon/contract/durations'
import type { PlayableFile, PlayableItem, PlayoutContext } from './ports.ts'
import { findReplay, listReplays } from './replays.ts'
import { PlayedHistory } from './rules/history.ts'
import { nextItem } from './rules/next-item.ts'
import { artistKey, type Choice, DEFAULT_RULES, type LibraryItem, type PlayoutRules } from './rules/rules.ts'
import { readSettings } from './settings.ts'
import type { Skipped } from './skipped.ts'
import { listPlayed } from './sound-log.ts'

/** Choices that turn out to be gone, one after the other, before all is looked at again. */
const MAX_TRIES = 5

/** Rules as they are set, with all that may be chosen from. */
export async function loadRules(context: PlayoutContext): Promise<PlayoutRules> {
  const { db, library, timeZone } = context
  const [settings, playlists, shorts, replays] = await Promise.all([
    readSettings(db),
    library.listPlaylists(),
    library.listShorts(),
    listReplays(context),
  ])
  return {
    ...DEFAULT_RULES,
    playlists: playlists.map((playlist) => ({ ...playlist, tracks: playlist.tracks.map(withArtistKey) })),
    shorts: shorts.map(withArtistKey),
    replays,
    replayWeight: settings.replayWeight,
    jingleEvery: settings.jingleEvery,
    isStationIdHourly: settings.stationIdHourly,
    artistGapMs: settings.artistGapMinutes * MINUTE_MS,
    trackGapMs: settings.trackGapMinutes * MINUTE_MS,
    timeZone,
  }
}

/**
 * Chooses the item that begins at `now`, by the rules; else the bed; null when there is nothing to play. Rejects when all that was
 * chosen is gone, though there is more.
 */
export async function chooseItem(
  context: PlayoutContext,
  skipped: Skipped,
  now: number,
): Promise<PlayableItem | null> {
  const { db } = context
  const rules = skipped.leaveOut(await loadRules(context), now)
  const history = new PlayedHistory()
  for (const played of await listPlayed(db, new Date(now - rules.replayGapMs), now))
    history.add({ ...played, artist: played.artist && artistKey(played.artist) })
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const choice = nextItem(history, rules, now, Math.random)
    if (!choice) break
    const item = await openChoice(context, choice)
    if (item && choice.broken.length > 0) context.onFault({ what: 'rules' })
    if (item) return item
    // Deleted a moment ago: as if it had just played, it is not chosen again.
    history.add({ ...choice, startedAt: now })
  }
  const bed = await context.library.findBed()
  if (bed && !skipped.has(bed, now)) return asItem(bed)
  if (nextItem(history, rules, now, Math.random)) throw new Error('What was chosen to play is gone')
  return null
}

/** Gives what may be played of an item of the library. */
export function asItem(file: PlayableFile): PlayableItem {
  return { ...file, firstAiredAtMs: null }
}

async function openChoice(context: PlayoutContext, { kind, id }: Choice): Promise<PlayableItem | null> {
  if (kind === 'REPLAY') return findReplay(context, id)
  const file = await context.library.find(id)
  return file && asItem(file)
}

function withArtistKey<Item extends LibraryItem>(item: Item): Item {
  return { ...item, artist: item.artist && artistKey(item.artist) }
}
