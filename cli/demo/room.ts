import { createHash } from 'node:crypto'
import type { SongRequest } from '@carillon/contract/song-requests/schemas'

/** A show that is over, as far as what its listeners did depends on it. */
export type PastShow = { title: string; start: Date; end: Date }
/** A song that was asked for; `who` counts the listeners of the station. */
export type PastRequest = {
  songTitle: string
  artist: string
  message: string
  status: SongRequest['status']
  who: number
  at: Date
}
/** Poll of a past show; each vote is the number of an answer, or null of one who did not vote. */
export type PastPoll = { question: string; options: readonly string[]; votes: (number | null)[]; at: Date }

const SONGS = [
  ['Ang Huling El Bimbo', 'Eraserheads'],
  ['Harana', 'Parokya ni Edgar'],
  ['Tadhana', 'Up Dharma Down'],
  ['Mundo', 'IV of Spades'],
  ['Kathang Isip', 'Ben&Ben'],
  ['Buwan', 'Juan Karlos'],
  ['Tala', 'Sarah Geronimo'],
  ['Narda', 'Kamikazee'],
  ['Hawak Kamay', 'Yeng Constantino'],
  ['Pare Ko', 'Eraserheads'],
  ['Ere', 'Juan Karlos'],
  ['Pasilyo', 'SunKissed Lola'],
] as const

const MESSAGES = [
  '',
  '',
  '',
  'Para sa buong block namin!',
  'For everyone in the library',
  'Happy birthday, Tala!',
]

const POLLS = [
  { question: 'What should open the next show?', options: ['OPM classics', 'Indie', 'Kundiman'] },
  { question: 'Where do you listen?', options: ['Dorm', 'Library', 'Jeepney', 'Home'] },
  { question: 'One more hour tonight?', options: ['Yes', 'No, I have class'] },
] as const

/** Song requests of a past show: up to five songs, most of them played. The same show gives the same. */
export function requestsOf(show: PastShow, listeners: number): PastRequest[] {
  const chance = chanceOf(show)
  const count = Math.floor(chance('songs') * 6)
  return Array.from({ length: count }, (_, at) => {
    const [songTitle, artist] = pick(SONGS, chance(`song ${at}`))
    return {
      songTitle,
      artist,
      message: pick(MESSAGES, chance(`message ${at}`)),
      status: statusOf(chance(`status ${at}`)),
      who: Math.floor(chance(`who ${at}`) * listeners),
      at: timestampOf(show, (at + chance(`when ${at}`)) / (count + 1)),
    }
  })
}

/** Poll of a past show; two in three have none. The same show gives the same. */
export function pollOf(show: PastShow, listeners: number): PastPoll | null {
  const chance = chanceOf(show)
  if (chance('poll') < 0.66) return null
  const { question, options } = pick(POLLS, chance('question'))
  const votes = Array.from({ length: listeners }, (_, who) =>
    chance(`votes ${who}`) < 0.7 ? Math.floor(chance(`vote ${who}`) ** 2 * options.length) : null,
  )
  return { question, options, votes, at: timestampOf(show, 0.5) }
}

function statusOf(chance: number): SongRequest['status'] {
  if (chance < 0.7) return 'PLAYED'
  return chance < 0.85 ? 'DECLINED' : 'PENDING'
}

/** The moment when this part of a show, from 0 to 1, was over. */
export function timestampOf({ start, end }: PastShow, part: number): Date {
  return new Date(Math.round(start.getTime() + (end.getTime() - start.getTime()) * part))
}

/** One of these, by a number from 0 to 1, without 1. */
export function pick<T>(from: readonly T[], chance: number): T {
  return from[Math.floor(chance * from.length)] as T
}

/** Numbers from 0 to 1, without 1, that depend on the show only. */
export function chanceOf({ title, start }: PastShow): (salt: string) => number {
  const seed = `${title} ${start.toISOString()}`
  return (salt) => createHash('sha256').update(`${salt} ${seed}`).digest().readUInt32BE() / 2 ** 32
}
