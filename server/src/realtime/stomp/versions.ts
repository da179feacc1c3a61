/** Versions of STOMP that are spoken here, the newest first. */
export const VERSIONS = ['1.2', '1.1', '1.0'] as const
export type Version = (typeof VERSIONS)[number]

/**
 * The newest version that both sides speak; null without one. STOMP 1.2, Protocol Negotiation: no `accept-version` at
 * all means 1.0.
 */
export function negotiate(acceptVersion: string | undefined): Version | null {
  if (acceptVersion === undefined) return '1.0'
  const accepted = acceptVersion.split(',').map((version) => version.trim())
  return VERSIONS.find((version) => accepted.includes(version)) ?? null
}
