import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { holdAssets } from './held-assets.ts'
import { type Packed, pack, SMALLEST, sendPacked } from './packed.ts'
import { WORKER_POLICY } from './security-headers.ts'

/** Addresses that belong to programs: a page is no answer there. */
const NOT_PAGES = /^\/(api|ws|ws-radio|stream|test|assets|uploads|recordings|relay|hls|live\.)/
/** Addresses of an Icecast or a Shoutcast: a program that requests one would take a page for the answer. */
const NOT_OURS =
  /^\/(stats|statistics|currentsong|played|nextsongs|admin\/(stats|list\w+|move\w+|kill\w+|fallbacks|manageauth|updatemetadata|buildm3u))(\.\w+)?$/

/** Files that run by themselves: the service worker, and what the build calls a worker. */
const WORKERS = /worker[^/]*\.js$/

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Contact details of the station. */
type StationContact = Record<'email' | 'studio' | 'hours' | 'mail', string | null>

/** Name of the station in the built page; the server replaces it with its own. */
const BUILT_NAME = /Campus Radio/g
/** In the page, and nowhere else in it. */
const BUILT_ZONE = 'Asia/Manila'
/** The places of the page that hold how to reach the station. */
const EMPTY_CONTACT = /name="station-(email|studio|hours|mail)" content=""/g
const MANIFEST = '/manifest.webmanifest'
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Folder of the pages, and their content policy. */
type WebOptions = {
  folder: string
  stationName: string
  timeZone: string
  contact: StationContact
  policyOf(html: string, request: FastifyRequest): string
}

/**
 * Serves the built web app: hashed assets for ever, everything else checked each time. Gives what answers a page's
 * address with index.html; it says false where no page is meant.
 */
export async function serveWeb(
  app: FastifyInstance,
  { folder, stationName, timeZone, contact, policyOf }: WebOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<boolean>> {
  if (!existsSync(folder)) return async () => false
  await app.register(async (scope) => {
    // What a worker may do is said with its file. For any other its page speaks, and the short policy stands.
    scope.addHook('onRequest', async (request, reply) => {
      if (WORKERS.test(request.url)) reply.header('Content-Security-Policy', WORKER_POLICY)
    })
    const assets = join(folder, 'assets')
    if (existsSync(assets)) sendHeld(scope, holdAssets(assets))
    await scope.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      // The page goes out with its content policy, below.
      allowedPath: (path) => path !== '/index.html',
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'))
        response.setHeader('Vary', 'Accept-Encoding')
        response.setHeader('Cache-Control', isHashed ? FOR_EVER : 'no-cache')
      },
    })
  })
  const page = holdPage(join(folder, 'index.html'), (built) =>
    built
      .replace(BUILT_ZONE, () => escaped(timeZone))
      .replace(BUILT_NAME, () => escaped(stationName))
      .replace(
        EMPTY_CONTACT,
        (_meta, name: keyof StationContact) =>
          `name="station-${name}" content="${escaped(contact[name] ?? '')}"`,
      ),
  )
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPageAddress(request)) return false
    const { html, packed } = await page()
    reply.header('Content-Security-Policy', policyOf(html, request))
    await sendPacked(request, reply, { packed: await packed, cacheControl: 'no-cache' })
    return true
  }
  // The installed app is called as the station is.
  app.get(MANIFEST, async (_request, reply) => {
    const built = await readFile(join(folder, MANIFEST), 'utf8')
    reply.type('application/manifest+json').header('Cache-Control', 'no-cache')
    return built.replace(BUILT_NAME, () => JSON.stringify(stationName).slice(1, -1))
  })
  // The plugin takes the folder itself for a forbidden file.
  app.get('/', async (request, reply) => {
    await sendPage(request, reply)
    return reply
  })
  return sendPage
}

type Page = { built: string; html: string; packed: Promise<Packed> }

/** The page as it goes out, compressed once for each build: the file is read each time, since a build may replace it. */
function holdPage(path: string, complete: (built: string) => string): () => Promise<Page> {
  let held: Page | null = null
  return async () => {
    const built = await readFile(path, 'utf8')
    if (held?.built === built) return held
    const html = complete(built)
    held = { built, html, packed: pack(Buffer.from(html), 'text/html; charset=utf-8', SMALLEST) }
    return held
  }
}

/** Answers from memory what is there; the rest goes on to the files. */
function sendHeld(scope: FastifyInstance, find: ReturnType<typeof holdAssets>): void {
  scope.addHook('onRequest', async (request, reply) => {
    const asset = await find(request.url, request.headers)
    if (!asset) return
    reply.headers({ Vary: 'Accept-Encoding', 'Cache-Control': FOR_EVER })
    if (asset.coding) reply.header('Content-Encoding', asset.coding)
    await reply.type(asset.type).send(asset.bytes)
    return reply
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

function isPageAddress({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.split('?', 1)[0] ?? ''
  if (path === '/index.html') return true
  // What looks like a file is one to anyone who takes anything; somebody who goes there by the address bar wants a page.
  const isFile = /\.\w+$/.test(path)
  const acceptable = isFile ? /text\/html/ : /text\/html|\*\/\*/
  return !NOT_PAGES.test(path) && !NOT_OURS.test(path) && acceptable.test(headers.accept ?? '*/*')
}
