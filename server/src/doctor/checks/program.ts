import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, fail, ok, warn } from '../check.ts'

const LEAST_NODE = 24
const PAGES = join(import.meta.dirname, '../../../../web/dist/index.html')

/** The Node that runs this, and the built pages. */
export const checkProgram: Check = {
  name: 'program',
  async look() {
    const version = process.versions.node
    const node =
      Number.parseInt(version, 10) >= LEAST_NODE
        ? ok(`Node ${version}.`)
        : fail(`Node ${version} is too old: start it with npm, which brings Node ${LEAST_NODE}.`)
    const pages = existsSync(PAGES)
      ? ok('The pages are built.')
      : warn('The pages are not built yet: npm run build, or the first npm start does it.')
    return [node, pages]
  },
}
