import { expect, it } from 'vitest'
import { yieldToOthers } from './low-priority.ts'

it('[OP961] a dump is made also where the system allows no other priority', () => {
  const asked: number[] = []
  yieldToOthers((priority) => {
    asked.push(priority)
    throw new Error('EPERM: operation not permitted, uv_os_setpriority')
  })
  expect(asked).toEqual([10])
})
