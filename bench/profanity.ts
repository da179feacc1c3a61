/**
 * Cost of looking for the words of a list in a message of 4 KiB, beside the npm package `obscenity`, which has
 * been given the same words, in the same run.
 *
 *   node bench/profanity.ts [words...]      default: 100 1000 10000
 *
 * Times are CPU time of this process, medians of ROUNDS (20); turns are interleaved. The promise: under 5 ms with
 * 10,000 words, whatever the text.
 */

import { median } from '@carillon/testkit/process-cost'
import { parseRawPattern, RegExpMatcher } from 'obscenity'
import { ProfanityMask } from '../server/src/features/chat/profanity/profanity-mask.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const TEXT_LENGTH = 4_096
const MICROSECONDS_PER_MS = 1_000

const random = seeded(1)
const counts = process.argv.slice(2).map(Number)

for (const count of counts.length > 0 ? counts : [100, 1_000, 10_000]) compare(count)

function compare(count: number): void {
  const words = Array.from({ length: count }, newWord)
  const mask = new ProfanityMask()
  const buildMs = cpuMs(() => {
    for (const word of words) mask.add(word)
  })
  const blacklistedTerms = words.map((word, id) => ({ id, pattern: parseRawPattern(`|${word}|`) }))
  const peer = new RegExpMatcher({ blacklistedTerms })
  console.log(`\n${count} words, read in ${buildMs.toFixed(0)} ms`)
  for (const [name, text] of Object.entries(textsOf(words))) {
    const own: number[] = []
    const others: number[] = []
    // The first look warms up both.
    for (let round = 0; round <= ROUNDS; round += 1) {
      own.push(cpuMs(() => mask.mask(text)))
      // Finding alone: what stands there still has to be masked.
      others.push(cpuMs(() => peer.getAllMatches(text)))
    }
    print(name, own.slice(1), others.slice(1))
  }
}

/** Texts of people and of those who would like to make the station stumble. */
function textsOf(words: readonly string[]): Record<string, string> {
  const listed = () => words[Math.floor(random() * words.length)] ?? ''
  return {
    'other words': fill(() => `${newWord()} `),
    'every word listed': fill(() => `${listed()} `),
    'listed, letters spaced': fill(() => `${[...listed()].join(' ')}, `),
    'one letter': 'a'.repeat(TEXT_LENGTH),
    'single letters': fill(() => `${'aiouy'[Math.floor(random() * 5)]} `),
    'leet and marks': fill(() => '4$5@1!'[Math.floor(random() * 6)] ?? ''),
    Cyrillic: fill(() => 'суть дела '),
  }
}

function print(name: string, own: number[], others: number[]): void {
  const ratio = (median(own) / median(others)).toFixed(3)
  const cost = `${median(own).toFixed(2)} ms, at most ${Math.max(...own).toFixed(2)}`
  console.log(`  ${name.padEnd(24)} ${cost}; obscenity ${median(others).toFixed(2)} ms; ratio ${ratio}`)
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / MICROSECONDS_PER_MS
}

function newWord(): string {
  const length = 4 + Math.floor(random() * 10)
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
}

function fill(next: () => string): string {
  let text = ''
  while (text.length < TEXT_LENGTH) text += next()
  return text.slice(0, TEXT_LENGTH)
}

/** Numbers from 0 to 1, the same in each run. Park and Miller's generator. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
