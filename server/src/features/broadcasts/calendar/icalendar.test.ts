import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, escapeText, foldLine, formatUtc, writeCalendar } from './icalendar.ts'

const EVENT: CalendarEvent = {
  uid: 'broadcast-12-1795158000000@carillon',
  sequence: 2,
  modifiedAt: new Date('2026-11-19T04:00:00.900Z'),
  start: new Date('2026-11-20T12:00:00.000Z'),
  end: new Date('2026-11-20T14:00:00.000Z'),
  summary: 'Harana Hour; slow, soft',
  description: 'with Mikael Reyes\n\nBack\\slash',
  url: 'https://radio.example/broadcast/12',
  isCancelled: false,
}

/** Unfolds (3.1), then unescapes (3.3.11), as a calendar program does. */
const unfold = (text: string) => text.replaceAll('\r\n ', '')
const unescapeText = (text: string) =>
  text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
const texts = fc.string({ unit: 'grapheme', maxLength: 400 })
const lineTexts = fc.oneof(texts, fc.string({ unit: fc.constantFrom('é', '😀', '\\', ';', ',', '\n', 'a') }))

describe('an iCalendar file', () => {
  it('[SC1] reads as the standard says', () => {
    expect(writeCalendar('Campus Radio', [EVENT]).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Carillon//Schedule//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Campus Radio',
      'X-WR-CALNAME:Campus Radio',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:broadcast-12-1795158000000@carillon',
      'DTSTAMP:20261119T040000Z',
      'LAST-MODIFIED:20261119T040000Z',
      'SEQUENCE:2',
      'DTSTART:20261120T120000Z',
      'DTEND:20261120T140000Z',
      'SUMMARY:Harana Hour\\; slow\\, soft',
      'DESCRIPTION:with Mikael Reyes\\n\\nBack\\\\slash',
      'URL:https://radio.example/broadcast/12',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('[SC1] instants are whole seconds of UTC', () => {
    expect(formatUtc(new Date('2026-12-31T23:59:59.999Z'))).toBe('20261231T235959Z')
  })

  it('[SC2] every line, whatever it holds, is at most 75 octets and unfolds to what it was', () => {
    fc.assert(
      fc.property(lineTexts, (text) => {
        const line = `SUMMARY:${escapeText(text)}`
        const folded = foldLine(line)
        expect(unfold(folded)).toBe(line)
        for (const piece of folded.split('\r\n')) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75)
        expect(Buffer.from(folded).toString('utf8')).toBe(folded)
      }),
      { seed: 5545, numRuns: 1000 },
    )
  })

  it('[SC2] a line of exactly 75 octets stays whole, one more begins the next', () => {
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75))
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`)
    expect(foldLine(`${'x'.repeat(73)}é`)).toBe(`${'x'.repeat(73)}é`)
    expect(foldLine(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é`)
  })

  it('[SC3] texts come back as they were typed', () => {
    fc.assert(
      fc.property(lineTexts, (text) => {
        const typed = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '')
        expect(unescapeText(escapeText(text))).toBe(typed)
      }),
      { seed: 5545, numRuns: 1000 },
    )
  })

  it('[SC3] no text begins a line of its own', () => {
    const summary = 'a\r\nEND:VEVENT\rBEGIN:VEVENT\u0085\u2028\u0000'
    const lines = writeCalendar('Radio', [{ ...EVENT, summary }]).split('\r\n')
    expect(lines.filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1)
    expect(lines).toContain('SUMMARY:a\\nEND:VEVENT\\nBEGIN:VEVENT\u2028')
  })

  it('[SC5] a cancelled show says so', () => {
    expect(writeCalendar('Radio', [{ ...EVENT, isCancelled: true }])).toContain('\r\nSTATUS:CANCELLED\r\n')
  })
})
