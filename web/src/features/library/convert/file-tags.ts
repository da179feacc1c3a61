import { MAX_TAG_LENGTH } from '@carillon/contract/library/schemas'

/** Words about a sound, as they are in its file. */
export type FileTags = { title: string; artist: string; album: string; year: string }

type RawTags = {
  title?: string | undefined
  artist?: string | undefined
  album?: string | undefined
  date?: Date | undefined
}

/** Words of a file, shortened and in one line; without a title its name has to do. */
export function tagsOf(raw: RawTags, fileName: string): FileTags {
  const year = raw.date?.getUTCFullYear() ?? Number.NaN
  return {
    title:
      oneLine(raw.title) || oneLine(fileName.replace(/\.[^.]{1,5}$/, '').replaceAll('_', ' ')) || 'Untitled',
    artist: oneLine(raw.artist),
    album: oneLine(raw.album),
    year: year >= 1000 && year <= 2100 ? String(year) : '',
  }
}

/** Without controls and what turns the direction of text: the station refuses these. */
function oneLine(text = ''): string {
  const line = text.slice(0, 10 * MAX_TAG_LENGTH).replace(/[\p{Cc}\u2028-\u202E\u2066-\u2069\s]+/gu, ' ')
  return Array.from(line.trim())
    .slice(0, MAX_TAG_LENGTH / 2)
    .join('')
    .trim()
}
