import type { PlayoutSettings } from '@carillon/contract/playout/settings'
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
  }
}

/** Stores settings; that the station was switched is noted with who did it. */
export async function writeSettings(
  db: Db,
  settings: PlayoutSettings,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { is_on: wasOn } = await trx
      .selectFrom('playout_settings')
      .select('is_on')
      .forUpdate()
      .executeTakeFirstOrThrow()
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
      })
      .execute()
    if (isOn === wasOn) return
    const description = `Sound between shows switched ${isOn ? 'on' : 'off'}`
    const activityType = isOn ? 'STREAM_START' : 'STREAM_STOP'
    await recordActivity(trx, { activityType, description, userId }, at)
  })
}
