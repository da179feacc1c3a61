import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'

/** An order to the station that a dialog holds: whether it runs, and what the station had against it. */
export type RunningOrder = { isBusy: boolean; problem: string | null; run(): void }

/** Runs an order once at a time; what goes wrong stays in words until the next try. */
export function useOrder(act: () => Promise<void>, fallback: string): RunningOrder {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async () => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(messageOf(error, fallback))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, problem, run: () => void run() }
}
