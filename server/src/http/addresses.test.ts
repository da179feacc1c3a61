import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { expect, it } from 'vitest'
import { AddressPlaces } from './address-places.ts'
import { CONNECTION_LIMITS, limitAddresses } from './connections.ts'

/** The other end of a connection, as far as its address goes. */
class FarEnd extends EventEmitter {
  readonly remoteAddress: string
  isCut = false

  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }

  destroy(): void {
    this.isCut = true
    this.emit('close')
  }
}

it('[SE960] addresses of one IPv6 /64 have the connections of one address', () => {
  const server = new EventEmitter()
  limitAddresses(server as Server, { ...CONNECTION_LIMITS, perAddress: 2 }, () => false)
  const connect = (address: string) => {
    const end = new FarEnd(address)
    server.emit('connection', end)
    return end
  }
  const [first] = ['2001:db8:1:2::1', '2001:db8:1:2::2'].map(connect)
  expect(connect('2001:db8:1:2:ffff::3').isCut).toBe(true)
  expect(connect('2001:db8:1:3::1').isCut).toBe(false)
  first?.destroy()
  expect(connect('2001:db8:1:2::4').isCut).toBe(false)
  expect(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => connect(address).isCut)).not.toContain(true)
})

it('[SE960] addresses of one IPv6 /64 have the places of one address', () => {
  const places = new AddressPlaces({ all: 10, perAddress: 2 })
  const leave = places.enter('2001:db8:1:2::1')
  places.enter('2001:db8:1:2::2')
  expect(places.hasRoomFor('2001:db8:1:2:ffff::3')).toBe(false)
  expect(places.hasRoomFor('2001:db8:1:3::1')).toBe(true)
  leave()
  leave()
  expect([places.size, places.hasRoomFor('2001:db8:1:2::4')]).toEqual([1, true])
})
