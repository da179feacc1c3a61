import { showScrollBarsInUse } from '../theme/scroll-bars.ts'
import { keepShell } from './keep-shell.ts'

showScrollBarsInUse(document)
// Without a service worker there is only no page offline.
void keepShell().catch(() => undefined)
