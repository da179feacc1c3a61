import { HLS_TYPE } from '@carillon/contract/stream/schemas'
import type { Capabilities } from './choose-engine.ts'

type NavigatorHints = Navigator & {
  connection?: { saveData?: boolean }
  userAgentData?: { mobile: boolean }
}

const OPUS = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 }

/** Capabilities of this browser, known at once; `confirmDecoding` makes sure of the rest. */
export function readCapabilities(): Capabilities {
  const hints: NavigatorHints = navigator
  const audio = document.createElement('audio')
  const isIos = /iPad|iPhone|iPod/.test(hints.userAgent) || isIpadAsMac(hints)
  return {
    canDecode: typeof AudioDecoder !== 'undefined' && typeof AudioWorkletNode !== 'undefined',
    ogg: audio.canPlayType('audio/ogg; codecs="opus"'),
    mp3: audio.canPlayType('audio/mpeg'),
    hls: [HLS_TYPE, 'audio/mp4; codecs="opus"'].every((type) => audio.canPlayType(type) !== ''),
    isPhone: isIos || (hints.userAgentData?.mobile ?? /Android|Mobi/.test(hints.userAgent)),
    isIos,
    savesData: hints.connection?.saveData === true,
  }
}

/** The same, after WebCodecs has been asked whether it decodes Opus: having the interface is no promise. */
export async function confirmDecoding(able: Capabilities): Promise<Capabilities> {
  if (!able.canDecode) return able
  const support = await AudioDecoder.isConfigSupported(OPUS).catch(() => undefined)
  return { ...able, canDecode: support?.supported === true }
}

/** iPadOS calls itself a Macintosh; no Macintosh has a touch screen. */
function isIpadAsMac(hints: Navigator): boolean {
  return hints.userAgent.includes('Macintosh') && hints.maxTouchPoints > 1
}
