import { HLS_TYPE, type StreamConfig } from '@carillon/contract/stream/schemas'
import type { EngineKind } from './engine.ts'

/** Capabilities of this browser, and the wishes of its person. */
export type Capabilities = {
  /** WebCodecs decodes Opus and AudioWorklet exists; both need a secure page. */
  canDecode: boolean
  /** Answer of `canPlayType` to Ogg Opus. */
  ogg: CanPlayTypeResult
  /** Answer of `canPlayType` to MP3. */
  mp3: CanPlayTypeResult
  /** Whether `canPlayType` takes HLS, and Opus in MP4, which ours is made of. */
  hls: boolean
  /** A locked screen must not stop the sound. */
  isPhone: boolean
  isIos: boolean
  savesData: boolean
}

type Stream = StreamConfig['streams'][number]

/**
 * The stream for `<audio>`: Ogg where the browser is sure of it and never on iOS, which answers and then stays
 * silent; else any other that it may play, HLS only there.
 */
export function choosePlainStream(streams: readonly Stream[], able: Capabilities): Stream | undefined {
  const playsOgg = playsOggItself(able)
  const isPlayable = (stream: Stream) => {
    if (stream.mimeType.includes('ogg')) return playsOgg
    if (isHls(stream)) return able.hls && !playsOgg
    return stream.mimeType.includes('mpeg') && able.mp3 !== ''
  }
  return streams.find(isPlayable)
}

/** Its connections are the browser's own: they come one after the other, each for some seconds of sound. */
export function isHls({ mimeType }: Stream): boolean {
  return mimeType === HLS_TYPE
}

/** Whether the browser's own player plays Ogg, and so what was sent earlier. */
export function playsOggItself({ ogg, isIos }: Capabilities): boolean {
  return ogg === 'probably' && !isIos
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
