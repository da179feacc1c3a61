import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const PRINTERS = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const EXPORTED = /^export (?:const|function) (\w+)/gm

/** Leaves out the part of the schema library that prints JSON Schema: only the server's API page asks for it, and it is 6 KB of every first load. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!PRINTERS.test(id)) return null
      const names = [...(await readFile(id, 'utf8')).matchAll(EXPORTED)].map(([, name]) => name)
      return `${names.map((name) => `export const ${name} = () => undefined`).join('\n')}\nexport const process = () => undefined\n`
    },
  }
}
