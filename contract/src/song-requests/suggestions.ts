import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { MAX_REQUESTED_LENGTH } from './schemas.ts'

/** Titles that are suggested at once, for a text of at least this many characters. */
export const MAX_SUGGESTIONS = 8
export const LEAST_SUGGESTION_LENGTH = 2

/** A track that listeners may request, as the form suggests it. */
const songSuggestionSchema = z.object({ title: z.string(), artist: z.nullable(z.string()) })
export type SongSuggestion = z.infer<typeof songSuggestionSchema>

export const suggestSongs = endpoint({
  method: 'GET',
  path: '/api/library/suggestions',
  summary: 'Tracks that may be requested, whose title or artist contains a text, by title',
  access: 'signed-in',
  status: 200,
  query: z.object({
    search: z
      .string()
      .check(z.trim(), z.minLength(LEAST_SUGGESTION_LENGTH), z.maxLength(MAX_REQUESTED_LENGTH)),
  }),
  reply: z.array(songSuggestionSchema),
})
