import { libraryUploadQuery } from '@carillon/contract/library/schemas'
import { expect, test } from 'vitest'
import { tagsOf } from './file-tags.ts'

test('[LB41] words are those of the file', () => {
  const raw = { title: ' Ale ', artist: 'Sampaguita', album: 'Sa\nGitna', date: new Date('1978-02-01') }
  expect(tagsOf(raw, 'track01.mp3')).toEqual({
    title: 'Ale',
    artist: 'Sampaguita',
    album: 'Sa Gitna',
    year: '1978',
  })
})

test.each([
  ['My_song.final.mp3', 'My song.final'],
  ['.mp3', 'Untitled'],
  ['   .wav', 'Untitled'],
])('[LB41] without a title, %s is called %s', (fileName, title) => {
  expect(tagsOf({}, fileName)).toEqual({ title, artist: '', album: '', year: '' })
})

test('[LB41] whatever is in a file, the station takes its words', () => {
  const wild = `\u202Egnp\u0000\uD83C\uDFB5 ${'\u{1F3B5}'.repeat(300)}`
  const { title } = tagsOf({ title: wild, date: new Date(Number.NaN) }, 'x.mp3')
  expect(libraryUploadQuery.safeParse({ title }).success).toBe(true)
})
