import { initSegment } from '@carillon/media/cmaf/init-segment'

/** The initialisation segment of every epoch. */
export const INIT_SEGMENT = initSegment()

export const SEGMENT_TYPE = 'audio/mp4'

/** `Cache-Control` of segments: an address never gives anything else. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
/** `Cache-Control` of playlists. */
export const FOR_A_SECOND = 'max-age=1'
