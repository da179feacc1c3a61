import { Readable } from 'node:stream'
import { z } from 'zod/mini'
import type { RawRoute } from '../http/route.ts'
import { AppError } from '../kernel/app-error.ts'
import { errorMessage } from '../kernel/error-message.ts'
import { paced } from '../kernel/paced.ts'
import { requireInstance } from './instance-key.ts'
import { fetchFromPeer } from './peer-fetch.ts'

/** Pace of a copy: a show of three hours takes ten seconds, and the sound beside it keeps its place on the wire. */
export const COPY_BYTES_PER_SECOND = 16_000_000

/** Another instance did not answer at all. */
export class PeerAway extends Error {
  override readonly name = 'PeerAway'
}

/**
 * Opens a file of another instance, to be copied at a bounded pace, which is Infinity where somebody waits for it; null when
 * it has none. Throws PeerAway, and when it answers with an error.
 */
export async function openPeerFile(
  url: string,
  key: string,
  signal?: AbortSignal,
  bytesPerSecond = COPY_BYTES_PER_SECOND,
): Promise<Readable | null> {
  const reply = await fetchFromPeer(url, key, { stop: signal }).catch((cause: unknown) => {
    throw new PeerAway(errorMessage(cause), { cause })
  })
  if (reply.ok && reply.body)
    return Readable.from(paced(reply.body, bytesPerSecond, signal), { objectMode: false })
  await reply.body?.cancel()
  if (reply.status === 404) return null
  throw new Error(`${url} answered ${reply.status}`)
}

type PeerFiles = {
  /** Ends in `:file`, a name. */
  path: string
  summary: string
  /** Secret of all instances; null where there is only one. */
  key: string | null
  /** Opens a file of this instance; null when it is not here. */
  open(name: string): Promise<{ bytes: number; file: Readable } | null>
}

/** Route for other instances: files of this one. */
export function peerFileRoute({ path, summary, key, open }: PeerFiles): RawRoute {
  return {
    path,
    methods: ['GET'],
    summary,
    access: 'public',
    async handle({ request, reply }) {
      requireInstance(request.headers, key)
      const { file: name } = z.object({ file: z.string() }).parse(request.params)
      const opened = await open(name)
      if (!opened) throw new AppError('NOT_FOUND')
      reply.type('audio/ogg').header('Content-Length', opened.bytes).header('Cache-Control', 'no-store')
      await reply.send(opened.file)
    },
  }
}
