const DEFAULT_NAME = 'Campus Radio'

/** What the station is called: the server writes its `STATION_NAME` into the page it sends. */
export const STATION_NAME =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || DEFAULT_NAME
