import { chanceOf, type PastShow, pick, timestampOf } from './room.ts'

/**
 * Something said in a show; `who` counts the listeners of the station, null is the DJ. `original` is what stood there
 * before a word was masked.
 */
export type PastMessage = { content: string; original: string | null; who: number | null; at: Date }

const FROM_LISTENERS = [
  'Magandang gabi sa lahat!',
  'Good vibes lang 🎶',
  'Louder please, we are in the lab',
  'Sino pa ang gising?',
  'First time listening, ang ganda pala',
  'Shoutout sa 3BSCS-A 💛',
  'This song again, yes please',
  'Ang lakas ng ulan dito sa dorm',
  'Thesis mode, salamat sa company',
  'Nasa jeep ako, ang linaw ng tunog',
  'Can you greet my roommate? Birthday niya ngayon',
  'HAHAHAHA totoo',
  'Kinikilig ako sa dedication na yun',
  'Who sings this one?',
  'Sana may part two next week',
  'Hello from the alumni batch of 1991',
  'My prof is listening too, hi Ma’am',
  'Buhay pa ba ang free wifi sa library?',
]
const MASKED = [
  {
    content: 'Ang ***** ko, naiwan ko ang ID ko sa gate',
    original: 'Ang tanga ko, naiwan ko ang ID ko sa gate',
  },
  { content: '**** this rain, class at seven pa rin', original: 'Shit this rain, class at seven pa rin' },
]
const FROM_DJS = [
  'Welcome, everyone! Requests are open.',
  'Salamat sa pakikinig! This next one is for the graveyard shift.',
  'Two songs left before sign-off.',
]
const MAX_FROM_LISTENERS = 24

/** Messages of a past show, oldest first. The same show gives the same. */
export function messagesOf(show: PastShow, listeners: number): PastMessage[] {
  const chance = chanceOf(show)
  const count = 6 + Math.floor(chance('messages') * (MAX_FROM_LISTENERS - 6))
  const said = Array.from({ length: count }, (_, at) => ({
    ...wordsOf(chance(`said ${at}`), chance(`words ${at}`)),
    who: Math.floor(chance(`sender ${at}`) * listeners),
    at: timestampOf(show, (at + chance(`said at ${at}`)) / count),
  }))
  const fromDj = FROM_DJS.map((content, at) => ({
    content,
    original: null,
    who: null,
    at: timestampOf(show, 0.02 + at * 0.45),
  }))
  return [...said, ...fromDj].sort((a, b) => a.at.getTime() - b.at.getTime())
}

function wordsOf(chance: number, which: number): { content: string; original: string | null } {
  return chance < 0.03 ? pick(MASKED, which) : { content: pick(FROM_LISTENERS, which), original: null }
}
