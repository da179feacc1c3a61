import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withoutJsonSchema } from './without-json-schema.ts'

const station = process.env.STATION_URL ?? 'http://localhost:8080'
const forwarded = { target: station, ws: true, changeOrigin: false }

/** The web app: `npm run dev -w web` serves it before a running station, `npm run build` writes `web/dist`. */
export default defineConfig({
  plugins: [react(), tailwindcss(), withoutJsonSchema()],
  build: { manifest: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': forwarded, '/ws': forwarded, '/live.ogg': forwarded, '/test': forwarded },
  },
})
