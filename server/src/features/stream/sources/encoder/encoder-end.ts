import type { EncoderNote } from '@carillon/contract/encoder/schemas'
import { LOW_QUALITY_REASON } from '@carillon/contract/stream/schemas'
import type { OggDemuxError } from '@carillon/media/ogg/demuxer'

/** Why an encoder is gone, in words that help its DJ. */
export type EncoderEnd = Omit<EncoderNote, 'at'>

/** An end and its words. */
export function endOf(reason: EncoderNote['reason'], message: string): EncoderEnd {
  return { reason, message }
}

export const STOPPED = endOf('LEFT', 'Your encoder has stopped sending.')
export const SENT_ALL = endOf('LEFT', 'Your encoder has sent everything it had.')
export const BROKEN_HTTP = endOf('DAMAGED', 'Your encoder sent invalid HTTP.')
export const LOW_QUALITY = endOf('LOW_QUALITY', LOW_QUALITY_REASON)

const WORDS: Record<OggDemuxError, EncoderEnd> = {
  NOT_OGG: endOf('NOT_OGG', 'Your encoder sends no Ogg Opus. Choose Opus in its settings.'),
  NOT_OPUS: endOf('NOT_OPUS', 'Your encoder sends Ogg, but not stereo Opus. Choose Opus in its settings.'),
  DAMAGED: endOf('DAMAGED', 'The stream from your encoder is damaged.'),
  TAGS_TOO_LARGE: endOf(
    'DAMAGED',
    'The song information your encoder sends is too long. Leave out pictures.',
  ),
  PACKET_TOO_LARGE: endOf('DAMAGED', 'The stream from your encoder is damaged.'),
}

/** Reason to end an encoder whose bytes can no longer be read. */
export function unreadable(error: OggDemuxError, codec: string | null): EncoderEnd {
  if (codec === null) return WORDS[error]
  return endOf(WORDS[error].reason, `Your encoder sends ${codec}. Choose Ogg Opus in its settings.`)
}
