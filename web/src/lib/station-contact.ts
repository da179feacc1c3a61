/** Contact of the station, as the server writes its settings into the page; null where nobody set it. */
export const STATION_EMAIL = contentOf('station-email')
export const STATION_STUDIO = contentOf('station-studio')
export const STATION_HOURS = contentOf('station-hours')
/** Whether the station mails links: without it nobody can be sent one. */
export const HAS_MAIL = contentOf('station-mail') === 'on'

function contentOf(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null
}
