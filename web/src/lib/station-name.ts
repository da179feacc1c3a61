const DEFAULT_NAME = 'Campus Radio'

/** Name of the station: the server writes its `STATION_NAME` into the page it sends. */
export const STATION_NAME =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || DEFAULT_NAME
