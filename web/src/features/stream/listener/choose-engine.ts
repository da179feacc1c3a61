import type { StreamConfig } from '@carillon/contract/stream/schemas'
import type { EngineKind } from './engine.ts'

/** Capabilities of this browser, and the wishes of its person. */
export type Capabilities = {
  /** WebCodecs decodes Opus and AudioWorklet exists; both need a secure page. */
  canDecode: boolean
  /** Answer of `canPlayType` to Ogg Opus. */
  ogg: CanPlayTypeResult
  /** Answer of `canPlayType` to MP3. */
  mp3: CanPlayTypeResult
  /** A locked screen must not stop the sound. */
  isPhone: boolean
  isIos: boolean
  savesData: boolean
}

type Stream = StreamConfig['streams'][number]

/**
 * The stream for `<audio>`: Ogg where the browser is sure of it and never on iOS, which answers and then stays
 * silent; else any other that it may play.
 */
export function choosePlainStream(streams: readonly Stream[], able: Capabilities): Stream | undefined {
  const isPlayable = (stream: Stream) => {
    if (stream.mimeType.includes('ogg')) return able.ogg === 'probably' && !able.isIos
    return stream.mimeType.includes('mpeg') && able.mp3 !== ''
  }
  return streams.find(isPlayable)
}

/**
 * Which engine to try next, given those that have failed here: *near* on computers, *plain* on phones and where data
 * is saved, each the other's stand-in. Undefined when none is left.
 */
export function chooseEngine(
  able: Capabilities,
  streams: readonly Stream[],
  failed: ReadonlySet<EngineKind>,
): EngineKind | undefined {
  const order: EngineKind[] = able.isPhone || able.savesData ? ['plain', 'near'] : ['near', 'plain']
  const isAble = { near: able.canDecode, plain: choosePlainStream(streams, able) !== undefined }
  return order.find((kind) => isAble[kind] && !failed.has(kind))
}
