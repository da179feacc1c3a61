/** One entry of a playlist: the same sound at each address, the best first. */
export type Playlist = { stationName: string; urls: readonly string[] }

/** M3U, with the extended lines that players show as the name. A length of -1 is a stream. */
export function toM3u({ stationName, urls }: Playlist): string {
  const entries = urls.map((url) => `#EXTINF:-1,${oneLine(stationName)}\r\n${url}\r\n`)
  return `#EXTM3U\r\n${entries.join('')}`
}

/** PLS, version 2: numbered keys, and a length of -1 for a stream. */
export function toPls({ stationName, urls }: Playlist): string {
  const name = oneLine(stationName)
  const entries = urls.map((url, at) => {
    const number = at + 1
    return `File${number}=${url}\r\nTitle${number}=${name}\r\nLength${number}=-1\r\n`
  })
  return `[playlist]\r\nNumberOfEntries=${urls.length}\r\n${entries.join('')}Version=2\r\n`
}

/** XSPF, version 1. The locations of a track are the same sound: a player takes the first that it can play. */
export function toXspf({ stationName, urls }: Playlist): string {
  const title = `<title>${xmlText(stationName)}</title>`
  const locations = urls.map((url) => `<location>${xmlText(url)}</location>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<playlist version="1" xmlns="http://xspf.org/ns/0/">
  ${title}
  <trackList><track>${locations}${title}</track></trackList>
</playlist>
`
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

const XML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function xmlText(text: string): string {
  return oneLine(text).replace(/[&<>]/g, (character) => XML_ESCAPES[character] ?? character)
}
