/** How people reach the station, as the server writes its settings into the page; null where nobody said. */
export const STATION_EMAIL = contentOf('station-email')
export const STATION_STUDIO = contentOf('station-studio')
export const STATION_HOURS = contentOf('station-hours')

function contentOf(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null
}
