import { expect, it } from 'vitest'
import { requireWatcher } from './guard.ts'

const TOKEN = 'a-token-of-some-length'
const HERE = { address: '127.0.0.1', headers: { host: '127.0.0.1:8080' } }

it.each([
  ['127.0.0.1', '127.0.0.1:8080'],
  ['127.8.8.8', 'localhost:8080'],
  ['::1', '[::1]:8080'],
  ['::ffff:127.0.0.1', 'localhost'],
])('[OP15] without a token, %s may read what %s tells', (address, host) => {
  expect(() => requireWatcher({ address, headers: { host } }, null)).not.toThrow()
})

it.each([
  ['another machine', { ...HERE, address: '10.0.0.7' }],
  ['another machine by IPv6', { ...HERE, address: '2001:db8::1' }],
  ['another machine in IPv6 clothes', { ...HERE, address: '::ffff:10.0.0.7' }],
  ['nobody', { ...HERE, address: undefined }],
  ['a proxy of this machine', { ...HERE, headers: { ...HERE.headers, 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy as RFC 7239 says', { ...HERE, headers: { ...HERE.headers, forwarded: 'for=127.0.0.1' } }],
  ['a proxy that says its name', { ...HERE, headers: { ...HERE.headers, via: '1.1 caddy' } }],
  ['a page whose name leads here', { ...HERE, headers: { host: 'rebound.example:8080' } }],
])('[OP15] without a token, %s is refused', (_who, asker) => {
  expect(() => requireWatcher(asker, null)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }))
})

it('[OP15] with a token, who shows it may read from anywhere', () => {
  const headers = { host: 'radio.example', 'x-forwarded-for': '10.0.0.7', authorization: `Bearer ${TOKEN}` }
  expect(() => requireWatcher({ address: '10.0.0.7', headers }, TOKEN)).not.toThrow()
})

it.each([undefined, 'Bearer', 'Bearer other', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])(
  '[OP15] with a token, %s is refused, from this machine as well',
  (authorization) => {
    const headers = { ...HERE.headers, ...(authorization && { authorization }) }
    expect(() => requireWatcher({ ...HERE, headers }, TOKEN)).toThrow(
      expect.objectContaining({ code: 'NOT_SIGNED_IN' }),
    )
  },
)
