import { createServer } from 'node:net'
import { type Check, type Finding, fail, ok } from '../check.ts'

const LIMIT_MS = 5_000
const ANY_ADDRESS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** The port: free, or the running station's own. */
export const checkPort: Check = {
  name: 'port',
  async look({ config: { host, port }, running }) {
    const failure = port === 0 ? null : await tryPort(host, port)
    if (failure === 'EADDRINUSE') return [await whoAnswers(host, port, running !== null)]
    if (failure === 'EACCES')
      return [fail(`Port ${port} needs root: set PORT above 1023, and let a proxy listen on 443.`)]
    if (failure === 'EADDRNOTAVAIL' || failure === 'ENOTFOUND')
      return [
        fail(
          `HOST ${host} is not an address of this machine: use 0.0.0.0 for all, 127.0.0.1 behind a proxy here.`,
        ),
      ]
    if (failure) return [fail(`Port ${port} of ${host} cannot be opened: ${failure}.`)]
    if (running && port !== 0)
      return [
        fail(`A station uses this data folder but not port ${port}: it was started with other settings.`),
      ]
    return [ok(`Port ${port} of ${host} is free.`)]
  },
}

/** Why the port cannot be had; null when it can. */
function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

async function whoAnswers(host: string, port: number, isRunning: boolean): Promise<Finding> {
  const near = ANY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host)
  const isStation = await answersAsStation(`http://${near}:${port}`)
  if (isStation && isRunning) return ok(`Port ${port} belongs to this station, which is running.`)
  if (isStation) return fail(`Port ${port} belongs to another station: set another PORT, or stop it.`)
  return fail(`Port ${port} is in use by another program: set another PORT, or stop it.`)
}

/** Whether a station answers at this address. */
export async function answersAsStation(origin: string): Promise<boolean> {
  try {
    const reply = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) })
    const body = (await reply.json()) as { data?: { alive?: unknown } }
    return reply.status === 200 && body.data?.alive === true
  } catch {
    return false // nobody, or somebody who speaks otherwise
  }
}
