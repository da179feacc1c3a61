/** Settings that differ between a local and a deployed station. */
export type ClientSettings = {
  apiTimeoutMs: number
  maxRetries: number
  /** Before the first retry; doubles at each one. */
  retryDelayMs: number
  reconnectDelayMs: number
  reconnectJitterMs: number
  heartbeatMs: number
  maxReconnectAttempts: number
  /** In samples. */
  audioBufferSize: number
  loadingTimeoutMs: number
}

export const DEPLOYED: ClientSettings = {
  apiTimeoutMs: 30_000,
  maxRetries: 5,
  retryDelayMs: 2_000,
  reconnectDelayMs: 5_000,
  reconnectJitterMs: 2_000,
  heartbeatMs: 25_000,
  maxReconnectAttempts: 10,
  audioBufferSize: 2048,
  loadingTimeoutMs: 15_000,
}

export const LOCAL: ClientSettings = {
  apiTimeoutMs: 10_000,
  maxRetries: 2,
  retryDelayMs: 1_000,
  reconnectDelayMs: 3_000,
  reconnectJitterMs: 1_000,
  heartbeatMs: 10_000,
  maxReconnectAttempts: 5,
  audioBufferSize: 1024,
  loadingTimeoutMs: 5_000,
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', ''])

/** The settings for a hostname; a build flag (`VITE_MODE=local` or `deployed`) decides where it is given. */
export function settingsFor(hostname: string, flag?: string): ClientSettings {
  if (flag === 'local') return LOCAL
  if (flag === 'deployed') return DEPLOYED
  return LOCAL_HOSTS.has(hostname) || hostname.endsWith('.localhost') ? LOCAL : DEPLOYED
}

/** The settings of this page. */
export const settings = settingsFor(globalThis.location?.hostname ?? '', import.meta.env?.VITE_MODE)
