import { readFile } from 'node:fs/promises'

/** proc(5), /proc/net/tcp: one line for each connection of this machine, or of this container. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
const ESTABLISHED = '01'
const MAPPED = /^0{20}ffff/

/**
 * The peers that have left more than `overBytes` unread, as `address port`, each as Node names them. What was written to
 * a connection is out of this process's sight: the kernel holds it, megabytes of it where it has learnt that the line is
 * fast, and only Linux says how much. Elsewhere nobody is found.
 */
export async function findUnread(overBytes: number): Promise<Set<string>> {
  // Not there on another system; not to be opened by a process without descriptors, which asks again soon.
  const texts = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')))
  return new Set(texts.flatMap((text) => unreadIn(text, overBytes)))
}

/** The same from the text of such a table. What is no line of it is passed over. Pure. */
export function unreadIn(table: string, overBytes: number): string[] {
  return table.split('\n').flatMap((line) => {
    // sl: local_address rem_address st tx_queue:rx_queue, in hexadecimal
    const [, remote = '', state, queues = ''] = line.slice(line.indexOf(': ') + 2).split(' ', 4)
    if (state !== ESTABLISHED || !(Number.parseInt(queues, 16) > overBytes)) return []
    const [address = '', port = ''] = remote.split(':')
    return `${addressOf(address)} ${Number.parseInt(port, 16)}`
  })
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
