import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** proc(5), /proc/net/tcp: one line for each connection of this machine, or of this container. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
const ESTABLISHED = '01'
const MAPPED = /^0{20}ffff/

/** The scope that Node puts behind a link-local address (RFC 4007 s11); the kernel's table has none. */
const SCOPES = /%\S*/g

/** The two ends of a connection. */
export type Ends = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>

/**
 * Name of a connection: all four parts, `address port` of this end and of the other one. Two of the station's ports may
 * each have a connection from the same address and port, behind a proxy on this machine for instance.
 */
export function connectionOf({ localAddress, localPort, remoteAddress, remotePort }: Ends): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ').replaceAll(SCOPES, '')
}

/**
 * The connections whose peer has left more than `overBytes` unread, each as `connectionOf` names it. What was written to
 * a connection is out of this process's sight: the kernel holds it, megabytes of it where it has learnt that the line is
 * fast, and only Linux says how much. Elsewhere nobody is found.
 */
export async function findStalled(overBytes: number): Promise<Set<string>> {
  // Not there on another system; not to be opened by a process without descriptors, which asks again soon.
  const texts = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')))
  return new Set(texts.flatMap((text) => stalledIn(text, overBytes)))
}

/** The same from the text of such a table. What is no line of it is passed over. Pure. */
export function stalledIn(table: string, overBytes: number): string[] {
  return table.split('\n').flatMap((line) => {
    // sl: local_address rem_address st tx_queue:rx_queue, in hexadecimal
    const [local = '', remote = '', state, queues = ''] = line.slice(line.indexOf(': ') + 2).split(' ', 4)
    if (state !== ESTABLISHED || !(Number.parseInt(queues, 16) > overBytes)) return []
    return `${endOf(local)} ${endOf(remote)}`
  })
}

function endOf(end: string): string {
  const [address = '', port = ''] = end.split(':')
  return `${addressOf(address)} ${Number.parseInt(port, 16)}`
}

/** Words of 32 bits, each with its lowest byte first: so are they on the machines that Node runs on. */
function addressOf(words: string): string {
  const bytes = Buffer.from(words, 'hex')
  const hex = bytes.swap32().toString('hex')
  if (bytes.length === 4) return bytes.join('.')
  if (MAPPED.test(hex)) return `::ffff:${bytes.subarray(12).join('.')}`
  // RFC 5952, the short form, is what the parser of addresses gives.
  return new URL(`http://[${hex.match(/.{4}/g)?.join(':')}]`).hostname.slice(1, -1)
}
