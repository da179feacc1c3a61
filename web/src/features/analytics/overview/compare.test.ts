import { expect, test } from 'vitest'
import { compareWords, countedWords, lengthWords } from './compare.ts'
import { overviewCsv } from './overview-csv.ts'

test.each([
  [112, 100, '+12% vs previous 30 days'],
  [50, 100, '−50% vs previous 30 days'],
  [1000, 1001, 'Same as previous 30 days'],
  [0, 0, 'Same as previous 30 days'],
  [4, 0, 'None in previous 30 days'],
  [0, 4, '−100% vs previous 30 days'],
])('[WA1] %d after %d: %s', (current, previous, words) => {
  expect(compareWords(current, previous, 30)).toBe(words)
})

test('[WA1] counts have their word, means one decimal at most', () => {
  expect(countedWords(1, 'message')).toBe('1 message')
  expect(countedWords(1200, 'message')).toBe('1,200 messages')
  expect(countedWords(2.345, 'person', 'people')).toBe('2.3 people')
})

test('[WA1] lengths have minutes as long as these say something', () => {
  expect(lengthWords(0)).toBe('0 min')
  expect(lengthWords(85.5)).toBe('1 h 25 min')
  expect(lengthWords(608_481)).toBe('10,141 h')
})

test('[WA8] the file has a line for each day of the range', () => {
  const none = {
    broadcasts: 0,
    averageDuration: 0,
    songRequests: 0,
    requestsPerBroadcast: 0,
    chatMessages: 0,
    messagesPerBroadcast: 0,
    peakListeners: 0,
    listeningMinutes: 0,
  }
  const csv = overviewCsv({
    days: 7,
    current: none,
    previous: none,
    perDay: [{ ...none, day: '2026-11-20', broadcasts: 2, chatMessages: 34, listeningMinutes: 61.25 }],
    lastUpdated: '2026-11-20T07:30:00.000Z',
  })
  expect(csv).toContain('Day (Manila),Broadcasts,Messages,Requests,Peak listeners,Listening (minutes)\r\n')
  expect(csv).toContain('2026-11-20,2,34,0,0,61.3\r\n')
})
