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

const near = { kind: 'near', listenerId: 'id', mark: 'm1' } as const

test('[LS23] every connection names its player and passes every cache', () => {
  expect(connectionUrl('/live.ogg', near)).toBe('/live.ogg?delay=low&listener=id&_=m1')
  expect(connectionUrl('/live.ogg?a=b', near)).toBe('/live.ogg?a=b&delay=low&listener=id&_=m1')
})

test('[ST631] the near engine asks for low delay, the plain one for medium', () => {
  expect(connectionUrl('/live.ogg', near)).toContain('?delay=low&')
  expect(connectionUrl('/live.mp3', { ...near, kind: 'plain' })).toContain('?delay=medium&')
})

test('[LS26] a player names itself by a UUID', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(randomUuid()).toMatch(uuid)
})
