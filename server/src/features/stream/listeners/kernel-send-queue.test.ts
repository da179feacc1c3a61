import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connectionOf, findStalled, stalledIn } from './kernel-send-queue.ts'

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
  expect(stalledIn(lines.join('\n'), LIMIT)).toEqual([
    '127.0.0.1 8080 192.168.100.2 54321',
    '127.0.0.1 8080 127.0.0.1 65535',
  ])
})

it('[ST14] so is who comes by IPv6, or by IPv4 to a door of both', () => {
  const own = '00000000000000000000000001000000:1F90'
  const mapped = '0000000000000000FFFF00000100007F:1F90'
  const lines = [
    HEAD,
    `   0: ${own} B80D0120000000000000000001000000:D431 01 ${BEYOND} ${REST}`,
    `   1: ${mapped} 0000000000000000FFFF00000264A8C0:D431 01 ${BEYOND} ${REST}`,
  ]
  expect(stalledIn(lines.join('\n'), LIMIT)).toEqual([
    '::1 8080 2001:db8::1 54321',
    '::ffff:127.0.0.1 8080 ::ffff:192.168.100.2 54321',
  ])
})

it('[ST33] a link-local address is the same with the name of its interface and without', () => {
  const ends = { localAddress: 'fe80::1%eth0', localPort: 8080, remotePort: 54321 }
  expect(connectionOf({ ...ends, remoteAddress: 'fe80::2%eth0' })).toBe('fe80::1 8080 fe80::2 54321')
})

it.each(['', 'no table', ': ', '   0: ', '   0: 1 2 01', '   0: x:y x:y 01 zzz', `1: a:b 01 ${BEYOND}`])(
  '[ST14] %j is nobody',
  (text) => {
    expect(stalledIn(text, LIMIT)).toEqual([])
  },
)

/** A reader that reads nothing, from this port of its machine, and the station's end of it. */
async function pausedReader(
  host = '127.0.0.1',
  localPort?: number,
): Promise<{ writer: Socket; port: number }> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const { port } = server.address() as AddressInfo
  // An address that is asked for may be used again for another connection.
  const local = { localAddress: '127.0.0.1', ...(localPort && { localPort }) }
  const reader = connect({ port, host: '127.0.0.1', ...local }).pause()
  const [writer] = (await accepted) as [Socket]
  onTestFinished(() => {
    reader.destroy()
    writer.destroy()
    server.close()
  })
  return { writer, port: writer.remotePort ?? 0 }
}

async function isUnread(writer: Socket): Promise<boolean> {
  return (await findStalled(0)).has(connectionOf(writer))
}

const onLinux = process.platform === 'linux'
it.runIf(onLinux).each(['127.0.0.1', '::'])(
  '[ST14] a paused reader of a real connection to %s is found',
  async (host) => {
    const { writer } = await pausedReader(host)
    expect(await isUnread(writer)).toBe(false)
    writer.write(Buffer.alloc(16 * 1024 * 1024))
    await expect.poll(() => isUnread(writer)).toBe(true)
  },
)

it.runIf(onLinux)('[ST33] its neighbour from the same address and port at another door is not', async () => {
  const stalled = await pausedReader()
  const healthy = await pausedReader('127.0.0.1', stalled.port)
  expect(healthy.port).toBe(stalled.port)
  stalled.writer.write(Buffer.alloc(16 * 1024 * 1024))
  await expect.poll(() => isUnread(stalled.writer)).toBe(true)
  expect(await isUnread(healthy.writer)).toBe(false)
})
