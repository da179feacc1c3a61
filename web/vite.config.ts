import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadPages } from './preload-pages.ts'
import { withoutJsonSchema } from './without-json-schema.ts'

const station = process.env.STATION_URL ?? 'http://localhost:8080'
const forwarded = { target: station, ws: true, changeOrigin: false }

// A file per shared module would be thirty requests before the first page: these hold what several pages use.
const libraries = { name: 'libraries', test: /node_modules\/(?!lucide-react)/, minShareCount: 2, priority: 2 }
const shared = {
  name: 'shared',
  test: /src\/(ui|lib|api|session|features\/broadcasts|features\/stream\/listener)\/|slots\/live|lucide-react/,
  minShareCount: 3,
  priority: 1,
}

const frame = {
  name: 'frame',
  test: /src\/(lib\/(use-clock|motion)|ui\/card|theme\/theme|app\/(station|layout\/(notices|theme-toggle)))\b|icons\/radio/,
  minShareCount: 2,
  priority: 1,
}

/** The web app: `npm run dev -w web` serves it before a running station, `npm run build` writes `web/dist`. */
export default defineConfig({
  plugins: [react(), tailwindcss(), withoutJsonSchema(), preloadPages()],
  build: {
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [libraries, shared, frame] } } },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': forwarded, '/ws': forwarded, '/live.ogg': forwarded, '/test': forwarded },
  },
})
