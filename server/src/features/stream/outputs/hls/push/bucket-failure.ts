/** Kinds of failures: no answer in time, a refusal (4xx), or a store that cannot at present (5xx). */
export const FAILURE_KINDS = ['no answer', 'refused', 'failed'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** A request that did not succeed, without anything of it: `code` is that of S3, or of the connection. */
export type BucketFailure = { kind: FailureKind; status: number | null; code: string }

const TOO_MANY_REQUESTS = 429
/** Of the body nothing else is taken: it repeats what was signed. */
const S3_CODE = /<Code>([A-Za-z0-9.]{1,64})<\/Code>/

/** Failure by a reply of the store; `bytes` is the beginning of its body, an XML document. */
export function refusal(status: number, bytes: Uint8Array): BucketFailure {
  const kind = status >= 500 || status === TOO_MANY_REQUESTS ? 'failed' : 'refused'
  const [, code = `HTTP ${status}`] = S3_CODE.exec(Buffer.from(bytes).toString('latin1')) ?? []
  return { kind, status, code }
}

/** Failure of a request without a reply: fetch has the reason as the cause of its error. */
export function noAnswer(error: unknown): BucketFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error ? codeOf(cause) : 'unknown'
  return { kind: 'no answer', status: null, code }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
