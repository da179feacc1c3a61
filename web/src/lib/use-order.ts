import { useRef, useState } from 'react'

export type Order = {
  busy: boolean
  /** What went wrong with the last order; null when nothing did. */
  problem: string | null
  /** Runs `act` unless one is under way; gives whether it succeeded. */
  run(act: () => Promise<unknown>): Promise<boolean>
  forget(): void
}

/** Orders one after the other, and what the station had against the last. `wordsOf` says a failure in words. */
export function useOrder(wordsOf: (error: unknown) => string): Order {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
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
