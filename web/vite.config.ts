import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { CHUNKS, chunkNames, type Graph } from './chunk-groups.ts'
import { minifyTwice } from './minify-twice.ts'
import { modernCss } from './modern-css.ts'
import { preloadPages } from './preload-pages.ts'
import { runtimeInStart } from './runtime-in-start.ts'
import { serviceWorkerFile } from './service-worker-file.ts'
import { slimEndpoints } from './slim-endpoints.ts'

const station = process.env.STATION_URL ?? 'http://localhost:8080'
const forwarded = { target: station, ws: true, changeOrigin: false }

// A file per shared module would be thirty requests before the first page: these hold what several pages use.
const libraries = { name: 'libraries', test: /node_modules\/(?!lucide-react)/, minShareCount: 2, priority: 2 }

const nameOf = chunkNames(join(import.meta.dirname, 'src/'))
// One after the other: a group takes along what its modules import, unless it has been taken.
const arrivals = CHUNKS.map((chunk, index) => ({
  debugName: chunk,
  name: (id: string, context: { getModuleInfo: Graph }) =>
    nameOf(id, (other) => context.getModuleInfo(other)) === chunk ? chunk : null,
  priority: 9 - index,
}))
// What comes a moment after the first sight: the bell loads it on every page.
const later = {
  name: 'later',
  test: /src\/(ui\/(menu|alert-dialog|sheet)|realtime\/use-|lib\/use-(live-query|single-key|search-key)|features\/broadcasts\/dj-calls)|icons\/(bell|calendar-range|newspaper|alarm-clock|refresh-cw|cloud-off|table|timer|mic\.|circle-x|chart-no-axes|square-stop|check-check|search)/,
  minShareCount: 2,
  priority: 1,
}
// What is filled in, tabs and the signs of tables: no first page has them, and no table needs the room for them.
const forms = {
  name: 'forms',
  test: /src\/(ui\/(field|switch|checkbox|radio-cards|choice-chips|error-summary|form-foot|tabs)|lib\/(csv|download|duration|use-(form|focus|command|last-page)))|icons\/(trash|undo|download|arrow-|send|message-|eye|copy|ban|sliders-horizontal|ellipsis-vertical|pencil)/,
  minShareCount: 2,
  priority: 1,
}

/** The web app: `npm run dev -w web` serves it before a running station, `npm run build` writes `web/dist`. */
export default defineConfig({
  resolve: {
    alias: [
      // The sources of the package ask for Node's `global`: its own build for browsers does not.
      { find: 'sockjs-client', replacement: 'sockjs-client/dist/sockjs.min.js' },
      // Each icon of the library imports it.
      { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/lucide-icon.ts') },
    ],
  },
  plugins: [
    react(),
    tailwindcss(),
    preloadPages(),
    runtimeInStart(),
    modernCss(),
    slimEndpoints(),
    serviceWorkerFile(),
    minifyTwice(),
  ],
  build: {
    manifest: true,
    target: 'es2022',
    // What the utilities ask for anyway: for older ones each colour would be there twice.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Nothing of ours, or of what we use, does anything when it is only read.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        // The first script names a hundred others, and hashes cannot be compressed: 32 bits tell versions apart.
        hashCharacters: 'hex',
        codeSplitting: { groups: [...arrivals, libraries, later, forms] },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': forwarded,
      '/ws': forwarded,
      '/live.ogg': forwarded,
      '/test': forwarded,
      '/uploads': forwarded,
    },
  },
})
