/** Common names of the formats that programs send instead of Ogg Opus. */
export type OtherCodec = 'Vorbis' | 'FLAC' | 'Speex' | 'Theora' | 'MP3' | 'AAC' | 'WebM'

/** The first bytes of each: of the first packet inside Ogg, or of the stream itself. */
const beginnings: readonly [codec: OtherCodec, bytes: readonly number[]][] = [
  ['Vorbis', [0x01, ...ascii('vorbis')]],
  ['FLAC', [0x7f, ...ascii('FLAC')]],
  ['FLAC', ascii('fLaC')],
  ['Speex', ascii('Speex   ')],
  ['Theora', [0x80, ...ascii('theora')]],
  ['MP3', ascii('ID3')],
  ['MP3', [0xff, 0xfb]],
  ['MP3', [0xff, 0xfa]],
  ['MP3', [0xff, 0xf3]],
  ['AAC', [0xff, 0xf1]],
  ['AAC', [0xff, 0xf9]],
  ['WebM', [0x1a, 0x45, 0xdf, 0xa3]],
]

/** Which other format begins like this; null when it is none that encoders commonly send. */
export function codecOf(bytes: Uint8Array): OtherCodec | null {
  for (const [codec, beginning] of beginnings)
    if (beginning.every((byte, index) => bytes[index] === byte)) return codec
  return null
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}
