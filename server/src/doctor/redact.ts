import type { Config } from '../config.ts'

const HIDDEN = '***'

/** Gives what takes every password of these settings out of a text, as it is written and as it is meant. */
export function redactor(config: Config): (text: string) => string {
  const urls = [
    config.databaseUrl,
    config.redisUrl,
    config.smtpUrl,
    config.icecast?.url ?? null,
    ...(config.icecast?.adminUrls ?? []),
  ]
  const passwords = urls.flatMap((url) => (url ? passwordsOf(url) : []))
  const secrets = [
    ...passwords,
    config.admin?.password ?? '',
    config.metricsToken ?? '',
    config.hlsS3?.secret ?? '',
  ].filter(Boolean)
  // The longest first: one may be part of another.
  const ordered = [...new Set(secrets)].sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((redacted, secret) => redacted.replaceAll(secret, HIDDEN), text)
}

function passwordsOf(url: string): string[] {
  const { password, searchParams } = new URL(url)
  return [password, decodeURIComponent(password), searchParams.get('password') ?? '']
}
