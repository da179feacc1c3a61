import * as calls from '@carillon/contract/playout/settings'
import { type Route, route } from '../../http/route.ts'
import type { RunExclusive } from '../../kernel/serial-queue.ts'
import { loadRules } from './choose.ts'
import type { PlayoutContext } from './ports.ts'
import type { PlayoutRules } from './rules/rules.ts'
import { readSettings, writeSettings } from './settings.ts'

/** The calls of the playout. */
export function playoutRoutes(context: PlayoutContext, inTurn: RunExclusive): Route[] {
  const { db, clock, onSet, onChanged } = context
  return [
    route(calls.getPlayout, () => show(context)),
    route(calls.setPlayout, async ({ body, session }) => {
      // No older state that is being read comes after it.
      await inTurn(async () => {
        const by = { userId: session.person.id, at: new Date(clock.now()) }
        onSet(await writeSettings(db, body, by))
      })
      onChanged()
      return show(context)
    }),
  ]
}

async function show(context: PlayoutContext): Promise<calls.Playout> {
  const [settings, rules, bed] = await Promise.all([
    readSettings(context.db),
    loadRules(context),
    context.library.findBed(),
  ])
  return { settings, playable: { ...countPlayable(rules), hasBed: bed !== null } }
}

function countPlayable({ playlists, replays, shorts }: PlayoutRules) {
  const played = playlists.filter(({ weight }) => weight > 0)
  const tracks = new Set(played.flatMap(({ tracks }) => tracks.map(({ id }) => id)))
  const stationIds = shorts.filter(({ kind }) => kind === 'STATION_ID').length
  return {
    tracks: tracks.size,
    replays: replays.length,
    stationIds,
    jingles: shorts.length - stationIds,
  }
}
