/** Settings of a station that plays between shows what it has, replays too, as often as it likes. */
export const PLAYOUT_ON = {
  betweenShows: 'ON',
  replayWeight: 1,
  jingleEvery: 0,
  stationIdHourly: false,
  artistGapMinutes: 0,
  trackGapMinutes: 0,
  rewindHours: 2,
} as const
