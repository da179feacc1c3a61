import { describe, expect, test } from 'vitest'
import { withSongRequestEvent } from './song-request-events.ts'
import { askersWords, groupBySong, ordinal, placesOf, waitWords } from './song-request-state.ts'
import { ANA, aRequest, JANA, PAOLO } from './testing.tsx'

const song = (
  id: number,
  songTitle: string,
  artist = '',
  requestedBy: typeof ANA | typeof PAOLO | typeof JANA = ANA,
) => aRequest({ id, songTitle, artist, requestedBy })

describe('the queue', () => {
  test('[QV1] a place counts the songs that wait, each once', () => {
    const played = aRequest({ id: 1, status: 'PLAYED' })
    const queue = [played, song(2, 'Mundo'), song(3, 'mundo'), song(4, 'Tadhana')]
    expect([...placesOf(queue)]).toEqual([
      [2, 1],
      [3, 1],
      [4, 2],
    ])
    expect([1, 2, 3, 4, 11, 22, 113].map(ordinal)).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '22nd',
      '113th',
    ])
  })

  test('[QV5] the same news twice is news once, in the order of asking', () => {
    const event = { type: 'SONG_REQUEST', request: aRequest({ id: 2 }) } as const
    const twice = withSongRequestEvent(withSongRequestEvent([aRequest({ id: 3 })], event), event)
    expect(twice.map(({ id }) => id)).toEqual([2, 3])
    const accepted = {
      type: 'SONG_REQUEST_UPDATED',
      request: aRequest({ id: 2, status: 'ACCEPTED' }),
    } as const
    expect(withSongRequestEvent(twice, accepted)[0]?.status).toBe('ACCEPTED')
    expect(withSongRequestEvent(twice, { type: 'SONG_REQUEST_DELETED', id: 2 })).toEqual([
      aRequest({ id: 3 }),
    ])
  })
})

describe('one song, asked for by several', () => {
  test('[QV7] is one whatever its case, accents and signs, and the oldest request gives the place', () => {
    const groups = groupBySong([song(1, 'Tadhana'), song(2, 'Mundo'), song(3, ' tadhána! ', '', PAOLO)])
    expect(groups.map(({ id, requests }) => [id, requests.length])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  test('[QV7] who names no artist means the one that others name; two artists are two songs', () => {
    const groups = groupBySong([
      song(1, 'Buwan'),
      song(2, 'Buwan', 'juan karlos'),
      song(3, 'Buwan', 'Juan Karlos'),
      song(4, 'Buwan', 'Someone Else'),
    ])
    expect(groups.map(({ artist, requests }) => [artist, requests.length])).toEqual([
      ['juan karlos', 3],
      ['Someone Else', 1],
    ])
  })

  test('[QV7] titles of signs only are compared as they stand', () => {
    expect(groupBySong([song(1, '???'), song(2, '!!!'), song(3, '???')])).toHaveLength(2)
  })

  test('[QV7] names who asked, each once', () => {
    const wordsFor = (...people: (typeof ANA | typeof PAOLO | typeof JANA)[]) =>
      askersWords(
        groupBySong(people.map((person, at) => song(at, 'Mundo', '', person)))[0] ?? expect.unreachable(),
      )
    expect(wordsFor(ANA, ANA)).toBe('Ana Cruz')
    expect(wordsFor(ANA, PAOLO)).toBe('Ana Cruz and Paolo Torres')
    expect(wordsFor(ANA, PAOLO, JANA)).toBe('Ana Cruz and 2 more')
  })

  test('[QV7] says how long it has been waiting', () => {
    expect([30_000, 60_000, 3_599_000, 3_600_000, 3_900_000].map((ms) => waitWords(0, ms))).toEqual([
      'now',
      '1 min',
      '59 min',
      '1 h',
      '1 h 5 min',
    ])
  })
})
