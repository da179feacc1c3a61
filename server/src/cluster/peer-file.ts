import { Readable } from 'node:stream'
import { paced } from '../kernel/paced.ts'
import { fetchFromPeer } from './peer-fetch.ts'

/** Pace of a copy: a show of three hours takes ten seconds, and the sound beside it keeps its place on the wire. */
const COPY_BYTES_PER_SECOND = 16_000_000

/** Opens a file of another instance, to be copied at a bounded pace; null when it has none. Throws when it does not answer. */
export async function openPeerFile(url: string, key: string, signal: AbortSignal): Promise<Readable | null> {
  const reply = await fetchFromPeer(url, key, signal)
  if (reply.ok && reply.body)
    return Readable.from(paced(reply.body, COPY_BYTES_PER_SECOND, signal), { objectMode: false })
  await reply.body?.cancel()
  if (reply.status === 404) return null
  throw new Error(`${url} answered ${reply.status}`)
}
