import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** Answer of a DNS server: an IPv4 address, that there is none, or nothing at all. */
export type DnsAnswer = string | 'none' | 'silence'
/** A DNS server that knows only what it is told (RFC 1035). */
export type DnsServer = { server: string; asked: string[]; close(): void }

const TYPE_A = 1
const HEAD_BYTES = 12

/** Starts one on a free port of 127.0.0.1; the caller closes it. Names have no IPv6 address. */
export async function startDns(answerOf: (name: string) => DnsAnswer): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    if (type === TYPE_A) asked.push(name)
    const answer = answerOf(name)
    if (answer !== 'silence')
      socket.send(replyTo(query.subarray(0, end), type === TYPE_A ? answer : 'none'), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: addressOf(socket), asked, close: () => socket.close() }
}

function addressOf(socket: Socket): string {
  const { address, port } = socket.address()
  return `${address}:${port}`
}

/** RFC 1035 s4.1.2: labels with their lengths, up to an empty one; then type and class. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEAD_BYTES
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** RFC 1035 s4.1: the question again, and an address or NOERROR without one. */
function replyTo(question: Buffer, answer: string): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(answer === 'none' ? 0 : 1, 6)
  head.writeUInt32BE(0, 8)
  if (answer === 'none') return head
  // A pointer to the name asked for, type A, class IN, a minute, four bytes.
  const record = [0xc0, HEAD_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...answer.split('.').map(Number)]
  return Buffer.concat([head, Buffer.from(record)])
}
