import { type DnsAnswer, startDns } from '@carillon/testkit/dns-server'
import { expect, it, onTestFinished } from 'vitest'
import { createPushResolver } from './push-resolver.ts'

async function open(answerOf: (name: string) => DnsAnswer) {
  const dns = await startDns(answerOf)
  onTestFinished(() => dns.close())
  const time = { nowMs: 0 }
  const resolve = createPushResolver({ now: () => time.nowMs, servers: [dns.server], timeoutMs: 250 })
  return { resolve, time, asked: dns.asked }
}

it('[NO17] a name that leads into the network is refused when it is looked up, whatever else it leads to', async () => {
  const { resolve } = await open(() => '10.0.0.7')
  await expect(resolve('inside.example')).rejects.toThrow('inside.example is not a public address')
  await expect(resolve('::1')).rejects.toThrow('is not a public address')
  await expect(resolve('127.0.0.1')).rejects.toThrow('is not a public address')
})

it('[NO17] what is connected to is what was found: a name is not looked up again meanwhile', async () => {
  let address = '9.9.9.9'
  const { resolve, time, asked } = await open(() => address)
  const first = await resolve('push.example')
  expect(first).toEqual([{ address: '9.9.9.9', family: 4 }])
  address = '127.0.0.1'
  time.nowMs = 59_999
  expect(await resolve('push.example')).toBe(first)
  expect(asked).toEqual(['push.example'])
  time.nowMs = 60_000
  await expect(resolve('push.example')).rejects.toThrow('is not a public address')
})

it('[SE15] a name that nobody answers for is asked for twice and given up, once for all who wait', async () => {
  const { resolve, time, asked } = await open(() => 'silence')
  for (let at = 0; at < 3; at++) await expect(resolve('slow.example')).rejects.toThrow()
  expect(asked).toEqual(['slow.example', 'slow.example'])
  time.nowMs = 2_000
  await expect(resolve('slow.example')).rejects.toThrow()
  expect(asked).toHaveLength(4)
})

it('[SE15] a name without an address is none', async () => {
  const { resolve } = await open(() => 'none')
  await expect(resolve('empty.example')).rejects.toThrow('empty.example has no address')
})

it('[SE15] fifty names that nobody answers for keep no other name waiting', async () => {
  const { resolve } = await open((name) => (name.endsWith('slow.example') ? 'silence' : '9.9.9.9'))
  const slow = Array.from({ length: 50 }, (_, at) =>
    resolve(`h${at}.slow.example`).then(
      () => 'found',
      () => 'given up',
    ),
  )
  const first = await Promise.race([resolve('push.example').then(() => 'the other'), ...slow])
  expect(first).toBe('the other')
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['given up']))
})
