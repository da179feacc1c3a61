import { behindWords, lengthWords } from './behind-words.ts'
import { useBehind } from './use-behind.ts'

/** Distance behind what is live: `-4:12`. */
export function BehindClock() {
  return <span className="tabular-nums">{behindWords(useBehind() ?? 0)}</span>
}

/** The same in words: `4:12 behind live`. */
export function BehindLine() {
  return <span className="tabular-nums">{lengthWords(useBehind() ?? 0)} behind live</span>
}
