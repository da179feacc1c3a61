import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddressOf, hostOf, type TrustSetting, trustOf } from './client-address.ts'

const ROWS: [setting: TrustSetting, remote: string | undefined, forwardedFor: string, address: string][] = [
  [false, '10.0.0.1', '203.0.113.1', '10.0.0.1'],
  [true, '10.0.0.1', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
  [true, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [1, '10.0.0.1', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '10.0.0.1', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.0/8, 198.51.100.1', '10.0.0.1', '203.0.113.1, 198.51.100.1', '203.0.113.1'],
  ['10.0.0.1', '::ffff:10.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['10.0.0.2', '10.0.0.1', '203.0.113.1', '10.0.0.1'],
  [true, undefined, '203.0.113.1', ''],
]

it.each(ROWS)(
  '[SE3] with %s trusted, a socket from %s for %s comes from %s',
  (setting, remote, forwardedFor, address) => {
    const request = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress: remote } }
    expect(clientAddressOf(request as unknown as IncomingMessage, trustOf(setting))).toBe(address)
  },
)

it.each<[TrustSetting, string | undefined, string]>([
  [false, 'evil.example', '127.0.0.1:8080'],
  ['10.0.0.2', 'evil.example', '127.0.0.1:8080'],
  ['10.0.0.1', 'radio.example', 'radio.example'],
  [true, 'evil.example, radio.example', 'radio.example'],
  [true, undefined, '127.0.0.1:8080'],
])('[SE3] with %s trusted, a socket that is forwarded for %s is to %s', (setting, forwarded, host) => {
  const headers = { host: '127.0.0.1:8080', ...(forwarded && { 'x-forwarded-host': forwarded }) }
  const request = { headers, socket: { remoteAddress: '10.0.0.1' } }
  expect(hostOf(request as unknown as IncomingMessage, trustOf(setting))).toBe(host)
})
