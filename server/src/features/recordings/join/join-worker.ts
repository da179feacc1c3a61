import { parentPort, workerData } from 'node:worker_threads'
import { type JoinJob, joinParts } from './join-parts.ts'

parentPort?.postMessage(await joinParts(workerData as JoinJob))
