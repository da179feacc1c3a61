/** Reasons why a file cannot be converted, in words. */
export const REFUSALS = {
  TOO_LARGE: 'This file is larger than 200 MB.',
  EMPTY: 'This file is empty.',
  NOT_AUDIO: 'This is not a sound file, or it is damaged.',
  VIDEO: 'This is a video. Save its sound as a sound file first.',
  UNDECODABLE:
    "This browser can't play this file. If it is protected (DRM), nobody can; else try another browser.",
  NO_ENCODER:
    "This browser can't convert sound files, and neither can the station. Use a current Chrome, Edge or Firefox on a computer, or ask an administrator to install ffmpeg on the station.",
  TOO_SHORT: 'This is shorter than half a second.',
  TOO_LONG: 'This is longer than an hour.',
  SILENT: 'There is nothing to hear in this file.',
  TOO_LOUD: 'This file is damaged: it is louder than any sound can be.',
  FAILED: "This file can't be converted.",
} as const
export type Refusal = keyof typeof REFUSALS
