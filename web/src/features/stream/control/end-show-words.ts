import { audienceWords } from '../audience-words.ts'

/** Broadcast on air while somebody decides. */
export type OnAir = { id: number; title: string; djName: string; listenerCount: number }
/** An act in words: what it is called, what it brings about, what was done. */
export type ActWords = {
  button: string
  /** Sentence that sets it apart from the other acts, in a menu of them. */
  sentence?: string
  question: string
  consequences: readonly string[]
  confirm: string
  done: string
  isGrave: boolean
}

/** Words of the end of a show by somebody else than its DJ. */
export function endShowWords({ title, djName, listenerCount }: OnAir): ActWords {
  return {
    button: 'End broadcast…',
    question: `End “${title}”?`,
    consequences: [
      `${audienceWords(listenerCount)} The stream ends for everyone, and the chat closes.`,
      `${djName} is taken off the air. The broadcast cannot go on air again.`,
    ],
    confirm: 'End broadcast',
    done: 'The broadcast has ended',
    isGrave: true,
  }
}
