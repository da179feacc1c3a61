import { setTimeout } from 'node:timers/promises'

/** Passes `chunks` on, at most this many bytes a second: what is copied leaves room on the wire for what is heard. */
export async function* paced(
  chunks: AsyncIterable<Uint8Array>,
  bytesPerSecond: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const startedMs = performance.now()
  let bytes = 0
  for await (const chunk of chunks) {
    yield chunk
    bytes += chunk.byteLength
    const aheadMs = (bytes / bytesPerSecond) * 1_000 - (performance.now() - startedMs)
    if (aheadMs > 0) await setTimeout(aheadMs, undefined, { signal })
  }
}
