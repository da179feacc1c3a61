/** Reasons why a file is not taken into the library. */
export const FILE_FAULTS = {
  EMPTY: 'This file is empty',
  NOT_OPUS: 'This is no Ogg Opus file. The library page converts other files before it uploads them',
  NOT_SOUND: 'This is not a sound file, or it is damaged',
  UNREADABLE: "The station can't read this sound. If it is protected (DRM), nobody can",
  SEVERAL_STREAMS: 'This file holds more than one sound, or a video',
  OWN_GAIN: 'This file changes its volume while it is played. Convert it without replay gain',
  TAGS_TOO_LARGE: 'The tags and pictures in this file are too large',
  DAMAGED: 'This file is damaged',
  CUT: 'The end of this file is missing',
  TOO_SHORT: 'This is shorter than half a second',
  TOO_LONG: 'This is longer than an hour',
  SILENT: 'There is nothing to hear in this file',
  TOO_LOUD: 'This is far louder than anything else on air',
} as const
export type FileFault = keyof typeof FILE_FAULTS
export type Checked<T> = { ok: true; value: T } | { ok: false; error: FileFault }
