import { expect, it } from 'vitest'
import { syncOnAir } from './sync-on-air.ts'

it('[IN23] what is on air is looked up when a peer is new, and when one says that it changed', async () => {
  const handlers: (() => void)[] = []
  const looks: number[][] = []
  let onAir: number[] = []
  const stop = syncOnAir<number>({
    bus: {
      on: (_, handler) => handlers.push(handler as () => void),
      onPeer: (handler) => handlers.push(handler),
    },
    runExclusive: (act) => act(),
    findOnAir: async () => onAir,
    stream: { open: [], reconcile: (found) => void looks.push([...found]) },
    onError: (error) => expect.fail(String(error)),
  })
  expect(looks).toEqual([])
  for (const [index, handle] of handlers.entries()) {
    onAir = [index]
    handle()
    await expect.poll(() => looks.at(-1)).toEqual([index])
  }
  expect(looks).toHaveLength(2)
  stop()
})
