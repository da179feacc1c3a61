import { HLS_PATH, HLS_TYPE } from '@carillon/contract/stream/schemas'
import { describe, expect, test } from 'vitest'
import { type Capabilities, chooseEngine, choosePlainStream } from './choose-engine.ts'
import { DEFAULT_STREAMS } from './stream-url.ts'

const DESKTOP: Capabilities = {
  canDecode: true,
  ogg: 'probably',
  mp3: 'maybe',
  hls: false,
  isPhone: false,
  isIos: false,
  savesData: false,
}
const BOTH = DEFAULT_STREAMS
const OGG = BOTH.slice(0, 1)
const HLS = { url: HLS_PATH, mimeType: HLS_TYPE, codec: 'opus', bitrate: 96_000 }
const none = new Set<never>()

describe('choosing an engine', () => {
  test.each([
    ['a computer', {}, 'near'],
    ['a computer without WebCodecs', { canDecode: false }, 'plain'],
    ['a phone', { isPhone: true }, 'plain'],
    ['someone who saves data', { savesData: true }, 'plain'],
    ['a phone that cannot play Ogg', { isPhone: true, ogg: '' }, 'near'],
    ['a browser that can do neither', { canDecode: false, ogg: '' }, undefined],
  ] as const)('[LS10] %s', (_name, change, kind) => {
    expect(chooseEngine({ ...DESKTOP, ...change }, OGG, none)).toBe(kind)
  })

  test('[LS10] each stands in for the other, and nothing for both', () => {
    expect(chooseEngine(DESKTOP, OGG, new Set(['near']))).toBe('plain')
    expect(chooseEngine({ ...DESKTOP, isPhone: true }, OGG, new Set(['plain']))).toBe('near')
    expect(chooseEngine(DESKTOP, OGG, new Set(['near', 'plain']))).toBeUndefined()
  })

  test('[LS11] Ogg only where the browser is sure, and never on iOS; MP3 instead', () => {
    expect(choosePlainStream(BOTH, DESKTOP)?.url).toBe('/live.ogg')
    expect(choosePlainStream(BOTH, { ...DESKTOP, ogg: 'maybe' })?.url).toBe('/live.mp3')
    expect(choosePlainStream(BOTH, { ...DESKTOP, isIos: true })?.url).toBe('/live.mp3')
    expect(choosePlainStream(OGG, { ...DESKTOP, isIos: true })).toBeUndefined()
    expect(choosePlainStream(BOTH, { ...DESKTOP, ogg: '', mp3: '' })).toBeUndefined()
  })

  test.each([
    ['an iPhone', { isPhone: true, isIos: true, canDecode: false }, 'plain'],
    ['an iPhone that decodes Opus itself', { isPhone: true, isIos: true }, 'plain'],
    ['a computer that plays no Ogg and decodes nothing', { ogg: '', canDecode: false }, 'plain'],
    ['a computer that plays no Ogg', { ogg: '' }, 'near'],
  ] as const)('[LS11] with MP3, %s', (_name, change, kind) => {
    expect(chooseEngine({ ...DESKTOP, ...change }, BOTH, none)).toBe(kind)
  })

  test('[LS11] of two addresses of Ogg the first is taken, in whatever order they come', () => {
    const icecast = { ...OGG[0], url: 'https://listen.example/live.ogg' } as (typeof BOTH)[number]
    expect(choosePlainStream([icecast, ...BOTH], DESKTOP)?.url).toBe(icecast.url)
    expect(choosePlainStream([...BOTH, icecast], DESKTOP)?.url).toBe('/live.ogg')
  })

  test.each([
    ['a computer that may play HLS', { hls: true }, '/live.ogg'],
    ['one that plays no Ogg', { hls: true, ogg: '' }, HLS_PATH],
    ['one that is not sure of Ogg', { hls: true, ogg: 'maybe' }, HLS_PATH],
    ['an iPhone', { hls: true, isIos: true, isPhone: true }, HLS_PATH],
    ['an iPhone that plays no Opus in MP4', { isIos: true, isPhone: true }, '/live.mp3'],
  ] as const)('[LS50] with HLS, %s', (_name, change, url) => {
    expect(choosePlainStream([...OGG, HLS, ...BOTH.slice(1)], { ...DESKTOP, ...change })?.url).toBe(url)
  })
})
