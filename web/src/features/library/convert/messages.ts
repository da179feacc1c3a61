import type { LibraryItem } from '@carillon/contract/library/schemas'
import type { FileTags } from './file-tags.ts'
import type { Refusal } from './refusals.ts'

/** A file to convert. */
export type ConvertOrder = { file: File; kind: LibraryItem['kind'] }

/** From the worker: how far it is, from 0 to 1, then what became of the file. */
export type ConvertMessage =
  | { type: 'progress'; value: number }
  | { type: 'done'; file: Blob; tags: FileTags }
  | { type: 'refused'; refusal: Refusal }
