import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

const LIBRARY = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'))
/** A player as others build one: the address of the playlist stands behind the question mark. */
const PAGE = `<!doctype html><title>Player</title><audio></audio><button>Play</button>
<script src="/hls.js"></script><script>
const hls = new Hls(), failures = []
let waits = 0
const audio = document.querySelector('audio')
// With sound left to play, the machine stood still and not the station.
const isOwnStall = ({ details, fatal, buffer }) =>
  ['bufferStalledError', 'bufferNudgeOnStall'].includes(details) && !fatal && buffer > 1
hls.on(Hls.Events.ERROR, (_, error) => isOwnStall(error) || failures.push(error.details))
hls.loadSource(location.search.slice(1))
hls.attachMedia(audio)
audio.onplaying = () => { audio.onwaiting = () => { if (!audio.ended) waits += 1 } }
document.querySelector('button').onclick = () => audio.play()
</script>`

/** Serves the player of hls.js from another origin than the station's; `failures` and `waits` count its errors and stops. */
export async function serveHlsPage() {
  const server = createServer(({ url = '' }, response) => {
    const isLibrary = url === '/hls.js'
    response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html')
    response.end(isLibrary ? LIBRARY : PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
