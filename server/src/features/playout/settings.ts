import type { PlayoutChanges, PlayoutSettings } from '@carillon/contract/playout/settings'
import { recordActivity } from '../../db/activities.ts'
import { exactlyOne } from '../../db/rows.ts'
import type { Db } from './table.ts'

/** Settings as they are stored. */
export async function readSettings(db: Db): Promise<PlayoutSettings> {
  const row = exactlyOne(await db.selectFrom('playout_settings').selectAll().execute())
  return {
    betweenShows: row.is_on ? 'ON' : 'OFF',
    replayWeight: row.replay_weight,
    jingleEvery: row.jingle_every,
    stationIdHourly: row.station_id_hourly,
    artistGapMinutes: row.artist_gap_minutes,
    trackGapMinutes: row.track_gap_minutes,
    rewindHours: row.rewind_hours,
  }
}

/**
 * Stores changes of the settings and gives what is set then. What they do not name stays as another may have set it meanwhile;
 * that the station was switched is noted with who did it.
 */
export async function writeSettings(
  db: Db,
  changes: PlayoutChanges,
  { userId, at }: { userId: number; at: Date },
): Promise<PlayoutSettings> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('playout_settings').select('is_on').forUpdate().execute()
    const before = await readSettings(trx)
    // What is absent in JSON is not undefined.
    const settings = { ...before, ...(changes as Partial<PlayoutSettings>) }
    const isOn = settings.betweenShows === 'ON'
    await trx
      .updateTable('playout_settings')
      .set({
        is_on: isOn,
        replay_weight: settings.replayWeight,
        jingle_every: settings.jingleEvery,
        station_id_hourly: settings.stationIdHourly,
        artist_gap_minutes: settings.artistGapMinutes,
        track_gap_minutes: settings.trackGapMinutes,
        rewind_hours: settings.rewindHours,
      })
      .execute()
    if (settings.betweenShows === before.betweenShows) return settings
    const description = `Sound between shows switched ${isOn ? 'on' : 'off'}`
    const activityType = isOn ? 'STREAM_START' : 'STREAM_STOP'
    await recordActivity(trx, { activityType, description, userId }, at)
    return settings
  })
}
