import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** Pages where strangers arrive, and the modules that show them; the rest is fetched as the router asks. */
const ARRIVALS: Readonly<Record<string, readonly string[]>> = {
  '/': ['app/layout/app-layout.tsx', 'app/pages/listen/listen-page.tsx'],
  '/schedule': ['app/layout/app-layout.tsx', 'app/pages/schedule/schedule-page.tsx'],
  '/login': ['app/pages/gate/login-page.tsx'],
  '/register': ['app/pages/gate/register-page.tsx'],
}

/** End of the page's own script, which is the first and stands before the style sheet. */
const SCRIPT_END = '</script>'
/** A line of a script in the page that is written for us. */
const COMMENT = /^\s*\/\/.*\n/gm
const INDENT = /^ +/gm

/**
 * Lets the browser fetch a page's own code beside the app's, a round trip earlier than the router would. In the script
 * before the style sheet, since scripts behind one wait for it; one of its own would cost its hash in the policy too.
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        bundle
          ? html
              .replace(COMMENT, '')
              .replace(SCRIPT_END, () => preloadLines(bundle) + SCRIPT_END)
              .replace(INDENT, '')
          : html,
    },
  }
}

function preloadLines(bundle: Bundle): string {
  const atOnce = filesOf(bundle, ['src/main.tsx'])
  const arrivals = Object.entries(ARRIVALS).map(([path, modules]) => [
    path,
    [...filesOf(bundle, modules)].filter((file) => !atOnce.has(file)),
  ])
  return `for (const file of ${JSON.stringify(Object.fromEntries(arrivals))}[location.pathname] || [])
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
`
}

/** The chunks in which these modules are, with all that they import. */
function filesOf(bundle: Bundle, modules: readonly string[]): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const waiting = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (!chunk) throw new Error(`No chunk has ${module}`)
    return chunk.fileName
  })
  const found = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    waiting.push(...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []))
  }
  return found
}
