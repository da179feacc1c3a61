import { STREAM_PATH } from '@carillon/contract/stream/schemas'
import { MIN_BITS_PER_SECOND } from '../mount/min-bitrate-padding.ts'
import { audioInfoOf, CHANNELS, descriptionOf, GENRE, SAMPLE_RATE } from './stream-info.ts'

const KBPS = MIN_BITS_PER_SECOND / 1_000

/** Public figures of the stream; `live` is null off air. */
export type PublicStats = {
  stationName: string
  baseUrl: string
  live: { title: string; listeners: number; peakListeners: number } | null
}

/**
 * The form of Icecast 2.4's status-json.xsl. All listeners stand at one mount, in whichever form and wherever they listen:
 * programs add the mounts up.
 */
export function icecastStats({ stationName, baseUrl, live }: PublicStats): object {
  const source = live && {
    audio_info: audioInfoOf(KBPS),
    bitrate: KBPS,
    channels: CHANNELS,
    genre: GENRE,
    listener_peak: live.peakListeners,
    listeners: live.listeners,
    listenurl: baseUrl + STREAM_PATH,
    samplerate: SAMPLE_RATE,
    server_description: descriptionOf(stationName),
    server_name: stationName,
    server_type: 'audio/ogg',
    server_url: baseUrl,
    title: live.title,
  }
  return {
    icestats: { host: new URL(baseUrl).hostname, server_id: 'Carillon', ...(source && { source }) },
  }
}

/**
 * The seven numbers of Shoutcast: listeners, on air, peak, limit, different listeners, kbit/s, title. The limit is nobody's
 * business, and 0.
 */
export function shoutcastStats({ live }: PublicStats): string {
  const fields = live
    ? [live.listeners, 1, live.peakListeners, 0, live.listeners, KBPS, htmlText(live.title)]
    : [0, 0, 0, 0, 0, 0, '']
  return `<html><body>${fields.join(',')}</body></html>\n`
}

const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function htmlText(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replace(/[&<>]/g, (character) => HTML_ESCAPES[character] ?? character)
}
