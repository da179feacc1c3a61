import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { AppError } from '../../kernel/app-error.ts'
import { createTransfers, MAX_TRANSFERS, MAX_TRANSFERS_PER_ADDRESS, withdraw } from './transfers.ts'

const file = () => new Readable({ read: () => undefined })

it('[SE21] files that are sent are counted by address and in all; what is too many is refused, and its file closed', async () => {
  const transfers = createTransfers()
  const sent = Array.from({ length: MAX_TRANSFERS }, (_, n) => {
    const one = file()
    transfers.add(one, { broadcastId: n, address: n < MAX_TRANSFERS_PER_ADDRESS ? 'first' : `${n}` })
    return one
  })
  const late = file()
  expect(() => transfers.add(late, { broadcastId: 1, address: 'late' })).toThrow(AppError)
  expect(late.destroyed).toBe(true)
  sent.at(-1)?.destroy()
  await once(sent.at(-1) ?? late, 'close')
  expect(() => transfers.add(file(), { broadcastId: 1, address: 'first' })).toThrow(AppError)
  transfers.add(file(), { broadcastId: 1, address: 'late' })
  transfers.cut()
  expect(sent.every(({ destroyed }) => destroyed)).toBe(true)
})

it('[SE960] addresses of one IPv6 /64 have the files of one address', () => {
  const transfers = createTransfers()
  for (let n = 0; n < MAX_TRANSFERS_PER_ADDRESS; n++)
    transfers.add(file(), { broadcastId: 1, address: `2001:db8:1:2::${n.toString(16)}` })
  expect(() => transfers.add(file(), { broadcastId: 1, address: '2001:db8:1:2:3::' })).toThrow(AppError)
  transfers.add(file(), { broadcastId: 1, address: '2001:db8:1:3::' })
  transfers.cut()
})

it('[RE7] who begins to hear a recording while its file is being removed is cut as well', async () => {
  const transfers = createTransfers()
  const [theirs, another] = [file(), file()]
  const remove = async () => {
    transfers.add(theirs, { broadcastId: 7, address: 'first' })
    transfers.add(another, { broadcastId: 8, address: 'first' })
  }
  await withdraw(7, { remove }, transfers)
  expect([theirs.destroyed, another.destroyed]).toEqual([true, false])
})

it('[RE204] of a recording that becomes private only what is sent to its DJ and staff goes on', () => {
  const transfers = createTransfers()
  const [theirs, own, another] = [file(), file(), file()]
  transfers.add(theirs, { broadcastId: 7, address: 'first' })
  transfers.add(own, { broadcastId: 7, address: 'first', isSupervisor: true })
  transfers.add(another, { broadcastId: 8, address: 'first' })
  transfers.cutPublic(7)
  expect([theirs, own, another].map(({ destroyed }) => destroyed)).toEqual([true, false, false])
})
