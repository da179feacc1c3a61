/** What the people who run the station may set when they build the web app. */
export const STATION_NAME: string = import.meta.env?.VITE_STATION_NAME || 'Campus Radio'

/** The address for letters; none unless the build names one. */
export const STATION_EMAIL: string | undefined = import.meta.env?.VITE_STATION_EMAIL || undefined

export const APP_VERSION = 'v1.0'
