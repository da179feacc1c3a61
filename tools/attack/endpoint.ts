import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens an endpoint for a station that can be made to ask elsewhere: instead of wapiti's own server in the net.
 * `visits` are the addresses that somebody fetched; wapiti itself only asks for its results.
 */
export async function openEndpoint(): Promise<{
  origin: string
  visits: string[]
  close: () => Promise<void>
}> {
  const visits: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const isScanner = /^\/($|get_\w+\.php)/.test(url)
    if (!isScanner) visits.push(url)
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { origin: `http://127.0.0.1:${port}/`, visits, close }
}
