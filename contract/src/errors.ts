import { z } from 'zod/mini'

/** Every error the station can answer with: stable code, HTTP status, words a person may read. */
export const ERRORS = {
  INVALID_INPUT: { status: 400, message: 'Some of the values you sent are not valid.' },
  MALFORMED_JSON: { status: 400, message: 'The body is not valid JSON.' },
  WORD_TOO_SHORT: { status: 400, message: 'Please enter at least three letters.' },
  CODE_REFUSED: { status: 400, message: 'This code is wrong or has expired. Please ask for a new one.' },
  RESET_REFUSED: {
    status: 400,
    message: 'This link was already used or no longer works. Please ask for a new one.',
  },
  WRONG_PASSWORD: { status: 400, message: 'Your current password is incorrect.' },
  NOT_SIGNED_IN: { status: 401, message: 'Please sign in first.' },
  BAD_CREDENTIALS: { status: 401, message: 'Invalid email or password.' },
  TOTP_REQUIRED: { status: 401, message: 'Please enter the code of your authenticator app.' },
  TOTP_REFUSED: { status: 401, message: 'This code is wrong or was already used.' },
  ENCODER_PASSWORD: { status: 401, message: 'This encoder password is wrong or no longer valid.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  FOREIGN_ORIGIN: { status: 403, message: 'This request came from another site.' },
  BANNED: { status: 403, message: 'This account is banned.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed.' },
  UPLOAD_STALLED: { status: 408, message: 'The upload took too long. Please try again.' },
  TRANSACTION_EXPIRED: { status: 408, message: 'A transaction was open for too long.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists.' },
  TOTP_STATE: { status: 409, message: 'Two-step sign-in is not in a state that allows this.' },
  ALREADY_LIVE: { status: 409, message: 'Another broadcast is already on air.' },
  WRONG_STATE: { status: 409, message: 'The broadcast is not in a state that allows this.' },
  NOT_LIVE: { status: 409, message: 'This only works while the broadcast is live.' },
  NOT_REWINDABLE: { status: 409, message: 'You cannot go back in this show.' },
  ALREADY_VOTED: { status: 409, message: 'You have already voted in this poll.' },
  POLL_CLOSED: { status: 409, message: 'This poll is not open for voting.' },
  TOO_MANY_PINNED: { status: 409, message: 'Three announcements are already pinned. Unpin one first.' },
  DUPLICATE_FILE: { status: 409, message: 'This is in the library already.' },
  LIBRARY_FULL: {
    status: 409,
    message: 'The library is full. Delete something first, or ask an administrator.',
  },
  SOURCE_TAKEN: { status: 409, message: 'Another source is already connected.' },
  IDEMPOTENCY_CONFLICT: { status: 409, message: 'This request is still in progress.' },
  PRECONDITION_FAILED: { status: 412, message: 'This has been changed in the meantime.' },
  BODY_TOO_LARGE: { status: 413, message: 'This is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send JSON in UTF-8, uncompressed.' },
  RANGE_REFUSED: { status: 416, message: 'The requested range lies beyond the end.' },
  TOO_MANY_UPLOADS: {
    status: 429,
    message: 'Your other uploads are not done yet. Please wait until one of them is.',
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait and try again.' },
  SLOW_MODE: { status: 429, message: 'Slow mode is on. Please wait before you write again.' },
  TIMED_OUT: { status: 429, message: 'You are in a timeout. Please wait before you write again.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many failed attempts. Please wait and try again.' },
  CALLER_LEFT: { status: 499, message: 'The request was cancelled by the client.' },
  INTERNAL: { status: 500, message: 'Something went wrong' },
  BUSY: { status: 503, message: 'The station is busy. Please try again.' },
  UNSHOWABLE: { status: 500, message: 'Something went wrong' },
  DATABASE_AWAY: { status: 503, message: 'Something went wrong' },
  MEDIA_AWAY: { status: 503, message: 'The media server is down. Please try again.' },
  STATION_FULL: { status: 503, message: 'Too many people are listening. Please try again.' },
  NO_ROOM: {
    status: 507,
    message: "There is no room left on the station's disk. Please tell an administrator.",
  },
  SHUTTING_DOWN: { status: 503, message: 'The station is restarting. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

export const errorReplySchema = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
})
export type ErrorReply = z.infer<typeof errorReplySchema>
