import { expect, test } from 'vitest'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { connectionUrl, withScheme } from './stream-url.ts'

test.each([
  ['radio.example/live.ogg', 'https://radio.example/live.ogg'],
  ['http://radio.example/live.ogg', 'http://radio.example/live.ogg'],
  ['/live.ogg', '/live.ogg'],
])('[LS23] %s is fetched as %s', (given, fetched) => {
  expect(withScheme(given)).toBe(fetched)
})

test('[LS23] every connection names its player and passes every cache, and asks for low delay', () => {
  expect(connectionUrl('/live.ogg', 'id', 'm1')).toBe('/live.ogg?delay=low&listener=id&_=m1')
  expect(connectionUrl('/live.ogg?a=b', 'id', 'm2')).toBe('/live.ogg?a=b&delay=low&listener=id&_=m2')
})

test('[LS26] a player names itself by a UUID', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(randomUuid()).toMatch(uuid)
})
