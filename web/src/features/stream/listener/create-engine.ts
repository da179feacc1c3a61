import { STREAM_PATH, type StreamConfig } from '@carillon/contract/stream/schemas'
import { type Capabilities, choosePlainStream, isHls } from './choose-engine.ts'
import type { Engine, EngineEvents, EngineKind, EngineOptions } from './engine.ts'
import { PlainEngine } from './plain/plain-engine.ts'
import { connectionUrl } from './stream-url.ts'

type NearEngineModule = typeof import('./near/near-engine.ts')

let nearModule: NearEngineModule | undefined

/** Fetches the near engine's code ahead of the press, so that the press only has to connect. */
export async function preloadNearEngine(): Promise<NearEngineModule> {
  nearModule ??= await import('./near/near-engine.ts')
  void nearModule.warmUp()
  return nearModule
}

type CreateOptions = {
  streams: StreamConfig['streams']
  able: Capabilities
  listenerId: string
  /** Distance behind what is live; null: none. */
  behindMs: number | null
  /** Told the stream's address when its connection is lost. */
  onLost: (url: string) => void
  engine: Omit<EngineOptions, 'url'>
}

/** An engine for one connection, with an address of its own. A promise only while the near engine's code loads. */
export function createEngine(kind: EngineKind, options: CreateOptions): Engine | Promise<Engine> {
  const { streams, able, listenerId, behindMs, onLost } = options
  const isBehind = behindMs !== null
  const stream =
    kind === 'plain' ? choosePlainStream(streams, able) : streams.find((one) => one.mimeType.includes('ogg'))
  // No other server has what was sent earlier.
  const streamUrl = isBehind
    ? `${STREAM_PATH}?from=${Math.round(behindMs) / 1_000}`
    : ((stream ?? streams[0])?.url ?? '')
  const isInSegments = !isBehind && stream !== undefined && isHls(stream)
  const mark = Date.now().toString(36)
  // Caches know a segment by its address: nobody's name is in it.
  const url = isInSegments ? streamUrl : connectionUrl(streamUrl, { kind, listenerId, mark })
  const events: EngineEvents = {
    ...options.engine.events,
    onFailure: (failure, reason) => {
      // A browser that says it plays HLS and does not gets the next stream.
      const cause = isInSegments && failure === 'unfit' ? 'lost' : failure
      if (cause === 'lost') onLost(streamUrl)
      options.engine.events.onFailure(cause, reason)
    },
  }
  const engine: EngineOptions = { ...options.engine, events, url, behindMs }
  if (kind === 'plain') return new PlainEngine(engine, isInSegments)
  if (nearModule) return new nearModule.NearEngine(engine)
  return preloadNearEngine().then(({ NearEngine }) => new NearEngine(engine))
}
