import { authorizationOf, withoutPassword } from './address.ts'

/** A sick server must not be able to fill our memory. */
const MAX_REPLY_BYTES = 1024 * 1024

/** Answer of an Icecast; `listeners` is null when it does not say or does not have the mount. */
export type IcecastAnswer = { status: number; listeners: number | null }

/**
 * Asks a server how many listen to `mount`; null when it does not answer within `limitMs`. All mounts are asked for: Icecast writes a warning for each question about one that is not there.
 */
export async function askListeners(
  adminUrl: string,
  mount: string,
  limitMs: number,
): Promise<IcecastAnswer | null> {
  const reply = await ask(adminUrl, '/admin/stats', limitMs)
  return reply && { status: reply.status, listeners: listenersIn(reply.text, mount) }
}

/** Whether the server at `origin` says anything at all within `limitMs`: then its process runs. */
export async function isAnswering(origin: string, limitMs: number): Promise<boolean> {
  return (await ask(origin, '/status-json.xsl', limitMs)) !== null
}

/** Ends the source of a mount, of any kind. Answers the status; null for no answer within `limitMs`. */
export async function killSource(adminUrl: string, mount: string, limitMs: number): Promise<number | null> {
  const reply = await ask(adminUrl, `/admin/killsource?mount=${encodeURIComponent(mount)}`, limitMs)
  return reply?.status ?? null
}

/** The number of listeners in the answer to `/admin/stats`; null when the mount is not there. */
export function listenersIn(xml: string, mount: string): number | null {
  const name = mount.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const start = xml.indexOf(`<source mount="${name}">`)
  if (start < 0) return null
  const end = xml.indexOf('</source>', start)
  const listeners = /<listeners>(\d+)<\/listeners>/.exec(xml.slice(start, end))?.[1]
  return listeners === undefined ? null : Number(listeners)
}

async function ask(base: string, path: string, limitMs: number) {
  try {
    const url = new URL(base)
    const headers = url.username ? { Authorization: authorizationOf(url) } : {}
    const signal = AbortSignal.timeout(limitMs)
    const address = new URL(path, withoutPassword(base))
    const reply = await fetch(address, { headers, signal, redirect: 'manual' })
    return { status: reply.status, text: await textOf(reply) }
  } catch {
    return null // unreachable, cut or too late: all the same to us, it does not answer
  }
}

async function textOf(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of reply.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MAX_REPLY_BYTES) break
  }
  return text
}
