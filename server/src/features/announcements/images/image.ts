/** Format and size of an image by its bytes, whatever its name and declared type say. */
export type Image = { extension: 'jpg' | 'png' | 'webp'; width: number; height: number }
export type ImageFault = 'NOT_AN_IMAGE' | 'BROKEN' | 'MORE_THAN_AN_IMAGE' | 'TOO_LARGE'
export type ImageResult = { ok: true; value: Image } | { ok: false; error: ImageFault }
/** Result of a format's own reader. */
export type SizeResult =
  | { ok: true; value: { width: number; height: number } }
  | { ok: false; error: Extract<ImageFault, 'BROKEN' | 'MORE_THAN_AN_IMAGE'> }
