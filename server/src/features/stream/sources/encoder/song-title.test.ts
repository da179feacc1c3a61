import { nowPlayingBodySchema } from '@carillon/contract/broadcasts/schemas'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { songOf } from './song-title.ts'

const at = (query: string) => songOf(`/admin/metadata?mode=updinfo&mount=/studio.ogg&${query}`)

it.each([
  ['song=Eraserheads%20-%20Alapaap', { title: 'Alapaap', artist: 'Eraserheads' }],
  [
    'song=Eraserheads+-+Ang+Huling+El+Bimbo+-+Live',
    { title: 'Ang Huling El Bimbo - Live', artist: 'Eraserheads' },
  ],
  ['song=Harana', { title: 'Harana', artist: '' }],
  ['song=-+Harana', { title: '- Harana', artist: '' }],
  ['artist=Parokya+ni+Edgar&title=Harana', { title: 'Harana', artist: 'Parokya ni Edgar' }],
  ['song=Se%C3%B1orita', { title: 'Señorita', artist: '' }],
  ['song=Se%F1orita', { title: 'Señorita', artist: '' }],
  ['song=Se%C3%B1orita&charset=ISO-8859-1', { title: 'SeÃ±orita', artist: '' }],
  ['song=two%0D%0Alines', { title: 'two lines', artist: '' }],
  ['song=', { title: null, artist: '' }],
  ['song=%20', { title: null, artist: '' }],
  ['mode=updinfo', null],
])('[EN29] %s is %j', (query, song) => {
  expect(at(query)).toEqual(song)
})

it('[EN29] whatever a program says is a song that a DJ could have named, or none', () => {
  const words = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', maxLength: 400 }))
  fc.assert(
    fc.property(words, words, (artist, title) => {
      const given = (text: string) => encodeURIComponent(text.toWellFormed())
      for (const query of [
        `song=${given(artist)}%20-%20${given(title)}`,
        `artist=${given(artist)}&title=${given(title)}`,
        `song=${title}`,
      ]) {
        const song = at(query)
        if (song) expect(nowPlayingBodySchema.safeParse(song)).toEqual({ success: true, data: song })
      }
    }),
  )
})
