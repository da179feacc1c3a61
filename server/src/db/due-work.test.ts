import { SECOND_MS } from '@carillon/contract/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { DueWork, LONGEST_QUIET_MS } from './due-work.ts'
import { TableChanges } from './table-changes.ts'

const NOW_MS = Date.parse('2026-11-20T07:00:00Z')

describe('work that falls due', () => {
  let nowMs: number
  let changes: TableChanges
  let next: Date | null
  let done: string[]
  let duringLook: () => void
  let due: DueWork
  beforeEach(() => {
    nowMs = NOW_MS
    changes = new TableChanges()
    next = null
    done = []
    duringLook = () => undefined
    due = new DueWork({
      changes,
      clock: { now: () => nowMs },
      async work() {
        done.push('work')
      },
      async findNext() {
        done.push('look')
        changes.read(['announcements'])
        duringLook()
        return next
      },
    })
  })

  async function runAt(afterMs: number): Promise<string[]> {
    nowMs = NOW_MS + afterMs
    done = []
    await due.run()
    return done
  }

  it('[OP863] what is due is done, and looked for again', async () => {
    next = new Date(NOW_MS)
    expect(await runAt(0)).toEqual(['look', 'work'])
    next = null
    expect(await runAt(5 * SECOND_MS)).toEqual(['look'])
  })

  it('[OP863] nothing is asked until the next one is due', async () => {
    next = new Date(NOW_MS + 20 * SECOND_MS)
    expect(await runAt(0)).toEqual(['look'])
    expect(await runAt(20 * SECOND_MS - 1)).toEqual([])
    expect(await runAt(20 * SECOND_MS)).toEqual(['look', 'work'])
  })

  it('[OP863] what was read is read again once it has changed, also during the reading', async () => {
    duringLook = () => changes.changed(['announcements'])
    expect(await runAt(0)).toEqual(['look'])
    duringLook = () => undefined
    expect(await runAt(1)).toEqual(['look'])
    changes.changed(['chat_messages'])
    expect(await runAt(2)).toEqual([])
    changes.receive(['announcements'])
    expect(await runAt(3)).toEqual(['look'])
  })

  it('[OP863] without any change it looks once a minute, and when the clock was set back', async () => {
    expect(await runAt(0)).toEqual(['look'])
    expect(await runAt(LONGEST_QUIET_MS - 1)).toEqual([])
    expect(await runAt(LONGEST_QUIET_MS)).toEqual(['look'])
    expect(await runAt(0)).toEqual(['look'])
  })

  it('[OP863] work that failed is due again', async () => {
    next = new Date(NOW_MS)
    let isBroken = true
    due = new DueWork({
      changes,
      clock: { now: () => nowMs },
      async work() {
        done.push('work')
        if (isBroken) throw new Error('no database')
      },
      findNext: async () => next,
    })
    await expect(runAt(0)).rejects.toThrow('no database')
    isBroken = false
    expect(await runAt(1)).toEqual(['work'])
  })
})
