import type { Plugin } from 'vite'

const RUNTIME = /^assets\/rolldown-runtime-/
const NAME = 'bundlerRuntime'

/**
 * Puts the bundler's helpers, which it always writes to a file of their own, into the file that every page begins with:
 * a request less for half a kilobyte.
 */
export function runtimeInStart(): Plugin {
  return {
    name: 'runtime-in-start',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const chunks = files.filter((file) => file.type === 'chunk')
        const runtime = chunks.find(({ fileName }) => RUNTIME.test(fileName))
        const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/main.tsx')))
        if (!runtime || !start) throw new Error('The bundler has no runtime, or the app no beginning')
        const [from, to] = [baseOf(runtime.fileName), baseOf(start.fileName)]
        for (const chunk of chunks) {
          const given = chunk === start ? '' : `import{${NAME}}from"./${to}";`
          chunk.code = chunk.code
            .replace(
              importOf(from),
              (_import, names: string) => `${given}const{${asPattern(names)}}=${NAME};`,
            )
            .replaceAll(from, to)
        }
        start.code = `${objectOf(runtime.code)}${start.code}export{${NAME}};`
        const page = files.find(({ fileName }) => fileName === 'index.html')
        if (page?.type === 'asset') page.source = withoutTag(String(page.source), from)
        const manifest = files.find(({ fileName }) => fileName === '.vite/manifest.json')
        if (manifest?.type === 'asset')
          manifest.source = withoutFile(String(manifest.source), runtime.fileName)
        delete bundle[runtime.fileName]
      },
    },
  }
}

function baseOf(path: string): string {
  return path.replace('assets/', '')
}

function importOf(file: string): RegExp {
  return new RegExp(`import\\{([^}]*)\\}from"\\./${file.replaceAll('.', '\\.')}";?`)
}

/** `a as b` of an import as a pattern's `a:b`. */
function asPattern(names: string): string {
  return names.replaceAll(' as ', ':')
}

/** The helpers as an object with the names under which they were exported. */
function objectOf(code: string): string {
  const [, body = '', names = ''] = /^([\s\S]*)export\{([^}]*)\};?\s*$/.exec(code) ?? []
  if (!names) throw new Error('The runtime of the bundler exports nothing')
  const entries = names.split(',').map((name) => name.replace(/^(.+) as (.+)$/, '$2:$1'))
  return `const ${NAME}=(()=>{${body}return{${entries.join(',')}}})();`
}

function withoutTag(html: string, file: string): string {
  return html.replace(
    new RegExp(`\\s*<(script|link)[^>]*${file.replaceAll('.', '\\.')}"[^>]*>(</script>)?`),
    '',
  )
}

function withoutFile(manifest: string, file: string): string {
  const entries = Object.entries(JSON.parse(manifest) as Record<string, { file: string; imports?: string[] }>)
  const gone = entries.find(([, entry]) => entry.file === file)?.[0]
  const rest = entries.filter(([key]) => key !== gone)
  const kept = rest.map(([key, { imports, ...entry }]) => [
    key,
    { ...entry, ...(imports && { imports: imports.filter((name) => name !== gone) }) },
  ])
  return JSON.stringify(Object.fromEntries(kept), null, 2)
}
