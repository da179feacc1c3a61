import type { Plugin } from 'vite'

/** Tailwind's values for browsers without `@property`, which are older than those that the rest of the styles asks for. */
const FALLBACKS = /@layer properties\{@supports[^{]*\{\*[^{]*\{[^}]*\}\}\}/

/** Leaves out what no browser reads that can show the page. */
export function modernCss(): Plugin {
  return {
    name: 'modern-css',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = String(file.source).replace(FALLBACKS, '')
    },
  }
}
