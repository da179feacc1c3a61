import { expect, it } from 'vitest'
import { networkOf } from '../../kernel/ip-network.ts'
import { limitsOf } from './sign-in.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('[AU6] %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('[AU6] who owns an IPv6 network gets no more tries by taking its next address', () => {
  const keys = (address: string) => limitsOf({ email: 'ana@station.test', address }).map(({ key }) => key)
  expect(keys('2001:db8:1:2::1')).toEqual(keys('2001:db8:1:2:ffff::9'))
  expect(keys('2001:db8:1:2::1')).not.toEqual(keys('2001:db8:1:3::1'))
})
