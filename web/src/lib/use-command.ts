import { useRef, useState } from 'react'

/** Something that a person makes the station do: whether it is under way, and what became of the last try. */
export type Command = {
  busy: boolean
  /** Error of the last try; null when it succeeded. */
  problem: string | null
  /** Runs `act` unless one is under way; gives whether it succeeded. */
  run(act: () => Promise<unknown>): Promise<boolean>
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
  const isRunning = useRef(false)
  const run = async (act: () => Promise<unknown>) => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setProblem(null)
    try {
      await act()
      return true
    } catch (error) {
      setProblem(wordsOf(error))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { busy, problem, run, forget: () => setProblem(null) }
}
