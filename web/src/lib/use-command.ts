import { useRef, useState } from 'react'

/** Something that a person makes the station do: whether it is under way, and what became of the last try. */
export type Command = {
  busy: boolean
  /** Error of the last try; null when it succeeded. */
  problem: string | null
  /** Runs `act` unless one is under way; gives whether it succeeded, and was not given up. `forget` aborts the signal. */
  run(act: (givenUp: AbortSignal) => Promise<unknown>): Promise<boolean>
  /** Gives up what is under way, and says no more of the last try. */
  forget(): void
}

/**
 * Commands one after the other, and what the station had against the last. `wordsOf` says a failure in words. Not the
 * query library's mutations: they would add a kilobyte to the first load of every page.
 */
export function useCommand(wordsOf: (error: unknown) => string): Command {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // A second press comes before the first is drawn.
  const running = useRef<AbortController>(null)
  const run = async (act: (givenUp: AbortSignal) => Promise<unknown>) => {
    if (running.current) return false
    const begun = new AbortController()
    const { signal } = begun
    running.current = begun
    setBusy(true)
    setProblem(null)
    try {
      await act(signal)
      return !signal.aborted
    } catch (error) {
      if (!signal.aborted) setProblem(wordsOf(error))
      return false
    } finally {
      running.current = null
      setBusy(false)
    }
  }
  const forget = () => {
    running.current?.abort()
    setProblem(null)
  }
  return { busy, problem, run, forget }
}
