/** One VEVENT (RFC 5545, 3.6.1). Texts may hold anything that people type. */
export type CalendarEvent = {
  uid: string
  sequence: number
  modifiedAt: Date
  start: Date
  end: Date
  summary: string
  description: string
  url: string
  isCancelled: boolean
}

/** RFC 5545, 3.1: longer lines should be folded; octets, the line break not counted. */
const MAX_LINE_OCTETS = 75
const CONTROLS = /[^\P{Cc}\t\n]/gu

/** The end of a VCALENDAR. */
export const CALENDAR_END = 'END:VCALENDAR\r\n'

/** A VCALENDAR named `name` (RFC 5545; its name and how often to ask for it, RFC 7986), as UTF-8 text with CRLF. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const entries = events.map((event) => {
    const { before, after } = eventTexts(event)
    return before + urlLine(event.url) + after
  })
  return beginCalendar(name) + entries.join('') + CALENDAR_END
}

/** Lines of a VCALENDAR before its events. */
export function beginCalendar(name: string): string {
  return textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carillon//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
}

/** A VEVENT without its address: what stands before it, and what after. */
export function eventTexts(event: CalendarEvent): { before: string; after: string } {
  const before = [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    // Without a scheduling method this is the moment of the last change too (3.8.7.2), so that an unchanged show reads the same.
    `DTSTAMP:${formatUtc(event.modifiedAt)}`,
    `LAST-MODIFIED:${formatUtc(event.modifiedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${formatUtc(event.start)}`,
    `DTEND:${formatUtc(event.end)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
  ]
  const after = [
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
  return { before: textOf(before), after: textOf(after) }
}

/** The address of a VEVENT. */
export function urlLine(url: string): string {
  return textOf([`URL:${url}`])
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** RFC 5545, 3.3.11: backslash, semicolon, comma and line break are escaped; other controls are no text. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** RFC 5545, 3.3.5, form 2: `20261120T070000Z`, whole seconds. */
export function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** RFC 5545, 3.1: lines of at most 75 octets, each after the first begun by a space; no character is torn apart. */
export function foldLine(line: string): string {
  if (line.length <= MAX_LINE_OCTETS && Buffer.byteLength(line) <= MAX_LINE_OCTETS) return line
  const folded: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_LINE_OCTETS) {
      folded.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...folded, current].join('\r\n')
}
