import { isShellFile, type KeepShellMessage } from '../lib/shell-message.ts'
import { pageOnAirHasKeptAll } from './page-on-air.ts'

const CACHE = 'shell'
/** The one page of the app, whatever address it is asked by. */
const PAGE = '/'
/** Two versions of the app; beyond it the oldest go. */
const MAX_FILES = 300
/** A station that has not answered by then is shown as one that does not. */
const ANSWER_LIMIT_MS = 4_000
const HASHED = /^\/assets\//
/** Addresses of programs, files and sound: as in the server's static files, they are no pages. */
const NOT_PAGES =
  /^\/(api|ws|ws-radio|stream|test|assets|icons|uploads|recordings|relay|hls|live\.|studio\.|[^/]+\.\w+$)/

type Asked = Pick<FetchEvent, 'request' | 'waitUntil'>

/** The answer to what belongs to the app itself; null leaves it to the network: calls, sound, sockets, uploads. */
export function answerFromShell(asked: Asked, origin: string): Promise<Response> | null {
  const { method, mode, url } = asked.request
  const { origin: askedOrigin, pathname } = new URL(url)
  if (method !== 'GET' || askedOrigin !== origin) return null
  if (mode === 'navigate') return NOT_PAGES.test(pathname) ? null : openPage(asked)
  if (HASHED.test(pathname)) return keptFile(asked)
  return isShellFile(pathname) ? newestFile(asked) : null
}

/** Keeps what was loaded before this worker saw it: all at once, and what fails when it is next asked for. */
export async function keepShell({ urls }: KeepShellMessage, origin: string): Promise<void> {
  const own = urls.map((url) => new URL(url)).filter((url) => url.origin === origin)
  const paths = new Set(own.map(({ pathname }) => pathname))
  await Promise.all([...paths].slice(0, MAX_FILES).map(keepFile))
  await dropOldest()
}

/**
 * A page changes with each version of the app, a file never does. The browser has just loaded both: what it still has of
 * them is what is kept, and nothing is asked for twice.
 */
async function keepFile(pathname: string): Promise<void> {
  const isFile = isShellFile(pathname)
  if (isFile && (await caches.match(pathname, { ignoreVary: true }))) return
  const answer = await fetch(pathname, { cache: 'force-cache' }).catch(() => null)
  if (answer && (isFile || isPage(answer))) await keep(new Request(isFile ? pathname : PAGE), answer)
}

/** The next page. It ends the one before, which may be on air, and comes at once when that has kept all. */
async function openPage(event: Asked): Promise<Response> {
  const page = await newestPage(event)
  await pageOnAirHasKeptAll()
  return page
}

/** The page of the station; where it does not answer in time, or a proxy says so for it, the kept one. */
async function newestPage(event: Asked): Promise<Response> {
  const asked = fetch(event.request)
  const kept = await caches.match(PAGE)
  if (!kept) return keepPage(event, await asked)
  const answer = await Promise.race([asked.catch(() => null), afterLimit()])
  return !answer || answer.status >= 502 ? kept : keepPage(event, answer)
}

function keepPage(event: Asked, answer: Response): Response {
  if (isPage(answer)) event.waitUntil(keep(new Request(PAGE), answer.clone()).then(dropOldest))
  return answer
}

/** A file whose name says what is in it never changes. */
async function keptFile(event: Asked): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(event.request)
  event.waitUntil(keep(event.request, answer.clone()))
  return answer
}

async function newestFile(event: Asked): Promise<Response> {
  try {
    const answer = await fetch(event.request)
    event.waitUntil(keep(event.request, answer.clone()))
    return answer
  } catch (error) {
    const kept = await caches.match(event.request, { ignoreVary: true })
    if (!kept) throw error
    return kept
  }
}

/** A full disk keeps nothing, and nobody misses it while there is a network. */
async function keep(request: Request, answer: Response): Promise<void> {
  if (answer.status !== 200) return
  try {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer)
  } catch {}
}

/** Once for each page: to list what is kept takes longer than to keep a file. */
async function dropOldest(): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    const all = await cache.keys()
    for (const oldest of all.slice(0, Math.max(0, all.length - MAX_FILES))) await cache.delete(oldest)
  } catch {}
}

function isPage({ ok, headers }: Response): boolean {
  return ok && headers.get('Content-Type')?.startsWith('text/html') === true
}

function afterLimit(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ANSWER_LIMIT_MS))
}
