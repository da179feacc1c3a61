import { parentPort, workerData } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

/** Path of the reader, the document that it reads, and the title of its page. */
export type ReaderData = { path: `/${string}`; documentUrl: string; title: string }
/** The page, and the program that it loads from `js/scalar.js`. */
export type ReaderFiles = { page: string; program: string }

const { path, documentUrl, title } = workerData as ReaderData
const reader = fastify({ logger: false })
await reader.register(scalar, {
  routePrefix: path,
  configuration: {
    url: documentUrl,
    pageTitle: title,
    withDefaultFonts: false,
    telemetry: false,
    favicon: '/bell.svg',
    // Both would speak to somebody else's servers.
    agent: { disabled: true },
    mcp: { disabled: true },
  },
})
const bodyOf = async (url: string) => (await reader.inject({ method: 'GET', url })).body
const files: ReaderFiles = { page: await bodyOf(`${path}/`), program: await bodyOf(`${path}/js/scalar.js`) }
parentPort?.postMessage(files)
