/** The address for letters; none unless the build names one. */
export const STATION_EMAIL: string | undefined = import.meta.env?.VITE_STATION_EMAIL || undefined

export const APP_VERSION = 'v1.0'
