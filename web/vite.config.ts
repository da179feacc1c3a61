import { createRequire } from 'node:module'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadPages } from './preload-pages.ts'
import { serviceWorkerFile } from './service-worker-file.ts'

const ROUTER = createRequire(import.meta.url).resolve('react-router/package.json')
const station = process.env.STATION_URL ?? 'http://localhost:8080'
const forwarded = { target: station, ws: true, changeOrigin: false }

// A file per shared module would be thirty requests before the first page: these hold what several pages use.
const libraries = { name: 'libraries', test: /node_modules\/(?!lucide-react)/, minShareCount: 2, priority: 2 }
// The destinations are here for the bell and the watch of the session, which hear the user queue without the room.
const shared = {
  name: 'shared',
  test: /src\/(ui\/(?!show-art|tabs|menu|alert-dialog|sheet|switch|checkbox|field|radio-cards|choice-chips|error-summary|form-foot|actions-menu|filters-sheet|code-input|one-time-code|copy-button)|lib\/(?!csv|download|duration|station-contact|use-(live|single|command|form|focus|search|draft))|realtime\/realtime-context|theme\/theme|app\/(station|layout\/(notices|theme-toggle|page-frame))|(api|session|features\/broadcasts(?!\/(use-broadcast|dj-calls))|features\/stream\/listener(?!\/on-now))\/|destination|policies)|lucide-react(?!.+icons\/(trash|undo|download|arrow-|send|message-|eye|copy|ban|mic-off|monitor-|sliders-horizontal|ellipsis-vertical|pencil|archive|calendar-clock|hourglass|rotate-|circle-stop|key-round|list-music|shield-(?!check)|user-cog|vote|bell|calendar-range|newspaper|alarm-clock|refresh-cw|cloud-off|table|timer|mic\.|circle-x|chart-no-axes|square-stop|check-check|search))/,
  minShareCount: 2,
  priority: 1,
}
// What comes a moment after the first sight: the bell loads it on every page.
const later = {
  name: 'later',
  test: /src\/(ui\/(menu|alert-dialog|sheet)|realtime\/use-|lib\/use-(live-query|single-key|search-key)|features\/broadcasts\/dj-calls)|icons\/(bell|calendar-range|newspaper|alarm-clock|refresh-cw|cloud-off|table|timer|mic\.|circle-x|chart-no-axes|square-stop|check-check|search)/,
  minShareCount: 2,
  priority: 1,
}
// What every page begins with, its libraries included, in one file: no page's own group may take a part of it along.
const start = { ...shared, name: 'start', tags: ['$initial' as const], minShareCount: 1, priority: 3 }
// What is filled in, tabs and the signs of tables: no first page has them, and no table needs the room for them.
const forms = {
  name: 'forms',
  test: /src\/(ui\/(field|switch|checkbox|radio-cards|choice-chips|error-summary|form-foot|tabs)|lib\/(csv|download|duration|use-(form|focus|command)))|icons\/(trash|undo|download|arrow-|send|message-|eye|copy|ban|sliders-horizontal|ellipsis-vertical|pencil)/,
  minShareCount: 2,
  priority: 1,
}
// Where people gather: three pages, none of which is the first of a visitor off air, who finds the chat closed.
const room = {
  name: 'room',
  test: /src\/(lib\/use-(live-query|draft)|features\/chat\/(?!chat-closed|use-chat-key)[^/]+$)/,
  minShareCount: 2,
  priority: 0,
}

// What listeners ask and vote, for them and for the DJ: one file, which packs better than the three it was.
const audience = {
  name: 'audience',
  test: /src\/features\/(polls|song-requests)\//,
  minShareCount: 2,
  priority: 0,
}

/** The web app: `npm run dev -w web` serves it before a running station, `npm run build` writes `web/dist`. */
export default defineConfig({
  resolve: {
    alias: [
      // The sources of the package ask for Node's `global`: its own build for browsers does not.
      { find: 'sockjs-client', replacement: 'sockjs-client/dist/sockjs.min.js' },
      // What it exports to all is the build with warnings for developers.
      { find: /^react-router$/, replacement: join(ROUTER, '../dist/production/index.mjs') },
    ],
  },
  plugins: [react(), tailwindcss(), preloadPages(), serviceWorkerFile()],
  build: {
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [libraries, start, shared, later, forms, room, audience] } },
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
