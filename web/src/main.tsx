import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { afterLoad } from './app/after-load.ts'
import { Providers } from './app/providers.tsx'
import { AppRouter, preloadFor } from './app/router.tsx'
import { keepInstallOffer } from './lib/install.ts'
import { whenIdle } from './lib/when-idle.ts'
import './theme/app.css'
import { followSystemTheme } from './theme/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

preloadFor(location.pathname)
keepInstallOffer()
followSystemTheme()
const app = createRoot(root)
// Drawn in slices, between which a slow phone can still answer a touch.
startTransition(() =>
  app.render(
    <StrictMode>
      <Providers>
        <AppRouter />
      </Providers>
    </StrictMode>,
  ),
)
// What no first sight needs.
addEventListener('load', () => whenIdle(afterLoad))
