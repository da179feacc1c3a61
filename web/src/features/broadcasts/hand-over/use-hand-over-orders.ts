import { cancelHandOver, handOver } from '@carillon/contract/broadcasts/hand-over'
import { useState } from 'react'
import { useCall } from '../../../session/session.ts'

/** Orders about the hand-over of a live broadcast: one at a time, and what the last one met. */
export function useHandOverOrders(id: number, onDone: () => void) {
  const call = useCall()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const order = async (make: () => Promise<unknown>) => {
    setIsBusy(true)
    setProblem(null)
    try {
      await make()
      onDone()
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : 'That did not work. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }
  const params = { id }
  return {
    isBusy,
    problem,
    handOver: (to: number) => void order(() => call(handOver, { params, body: { to } })),
    plan: (to: number, at: string) => void order(() => call(handOver, { params, body: { to, at } })),
    cancel: () => void order(() => call(cancelHandOver, { params })),
  }
}
