import type { LibraryItem } from '@carillon/contract/library/schemas'
import type { FileTags } from './file-tags.ts'
import type { Refusal } from './refusals.ts'

/** Converter of files: where the browser makes no Opus, the station. */
export type ConvertedBy = 'BROWSER' | 'STATION'

/** A file to convert, or only to look at. */
export type ConvertOrder = { file: File; kind: LibraryItem['kind']; by: ConvertedBy }

/** From the worker: how far it is, from 0 to 1, then what became of the file. */
export type ConvertMessage =
  | { type: 'progress'; value: number }
  | { type: 'done'; file: Blob; tags: FileTags }
  | { type: 'refused'; refusal: Refusal }
