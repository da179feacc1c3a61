import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { findUnread, unreadIn } from './unread.ts'

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const REST = '01:00000019 00000000     0        0 43041 2 0000000000000000'
/** 512 KiB and one byte. */
const BEYOND = '00080001:00000000'
const LIMIT = 512 * 1024

it('[ST14] who left more unread is found in the table of the kernel', () => {
  const lines = [
    HEAD,
    `   0: 00000000:1F90 00000000:0000 0A 00000000:00000001 ${REST}`,
    `   1: 0100007F:1F90 0264A8C0:D431 01 ${BEYOND} ${REST}`,
    `   2: 0100007F:1F90 0264A8C0:D432 01 00080000:00000000 ${REST}`,
    `   3: 0100007F:1F90 0264A8C0:D433 04 ${BEYOND} ${REST}`,
    `10004: 0100007F:1F90 0100007F:FFFF 01 ${BEYOND} ${REST}`,
    '',
  ]
  expect(unreadIn(lines.join('\n'), LIMIT)).toEqual(['192.168.100.2 54321', '127.0.0.1 65535'])
})

it('[ST14] so is who comes by IPv6, or by IPv4 to a door of both', () => {
  const own = '00000000000000000000000001000000:1F90'
  const lines = [
    HEAD,
    `   0: ${own} B80D0120000000000000000001000000:D431 01 ${BEYOND} ${REST}`,
    `   1: ${own} 0000000000000000FFFF00000264A8C0:D431 01 ${BEYOND} ${REST}`,
  ]
  expect(unreadIn(lines.join('\n'), LIMIT)).toEqual(['2001:db8::1 54321', '::ffff:192.168.100.2 54321'])
})

it.each(['', 'no table', ': ', '   0: ', '   0: 1 2 01', '   0: x:y x:y 01 zzz', `1: a:b 01 ${BEYOND}`])(
  '[ST14] %j is nobody',
  (text) => {
    expect(unreadIn(text, LIMIT)).toEqual([])
  },
)

const itOnLinux = process.platform === 'linux' ? [['a paused reader']] : []
it.each(itOnLinux)('[ST14] %s of a real connection is found', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [writer] = (await accepted) as [Socket]
  onTestFinished(() => {
    reader.destroy()
    writer.destroy()
    server.close()
  })
  const peer = `${writer.remoteAddress} ${writer.remotePort}`
  expect((await findUnread(0)).has(peer)).toBe(false)
  writer.write(Buffer.alloc(16 * 1024 * 1024))
  await expect.poll(async () => (await findUnread(0)).has(peer), { timeout: 10_000 }).toBe(true)
})
