import { showScrollBarsInUse } from '../theme/scroll-bars.ts'
import { keepShell } from './keep-shell.ts'

/** Begins what no first sight needs. */
export function afterLoad(): void {
  showScrollBarsInUse(document)
  // Without a service worker there is only no page offline.
  void keepShell().catch(() => undefined)
}
