/** `npm run sbom`: what ships, as CycloneDX, to standard output. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bomOf, shippedFolders } from './sbom/sbom.ts'
import { SHIPPED } from './sbom/shipped.ts'

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
process.stdout.write(`${JSON.stringify(bomOf(lock, shippedFolders(lock, SHIPPED)), null, 2)}\n`)
