import { cancelHandOver, handOver } from '@carillon/contract/broadcasts/hand-over'
import { useCommand } from '../../../lib/use-command.ts'
import { useCall } from '../../../session/session.ts'

/** Orders about the hand-over of a live broadcast: one at a time, and what the last one met. */
export function useHandOverOrders(id: number, onDone: () => void) {
  const call = useCall()
  const { busy, problem, run } = useCommand((cause) =>
    cause instanceof Error ? cause.message : 'That did not work. Please try again.',
  )
  const order = async (make: () => Promise<unknown>) => {
    if (await run(make)) onDone()
  }
  const params = { id }
  return {
    isBusy: busy,
    problem,
    handOver: (to: number) => void order(() => call(handOver, { params, body: { to } })),
    plan: (to: number, at: string) => void order(() => call(handOver, { params, body: { to, at } })),
    cancel: () => void order(() => call(cancelHandOver, { params })),
  }
}
