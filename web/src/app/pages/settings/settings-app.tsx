import { CircleCheck, Download, Share } from 'lucide-react'
import { installOffer, offerInstall } from '../../../lib/install.ts'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { useStore } from '../../../lib/store.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Button } from '../../../ui/button.tsx'

/** The way to have the station as an app, as far as this browser knows one. */
export function AppSettings() {
  const offer = useStore(installOffer)
  const isInstalled = useMediaQuery('(display-mode: standalone)')
  if (isInstalled)
    return (
      <p className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
        You are using the app.
      </p>
    )
  if (offer)
    return (
      <Button
        variant="outline"
        icon={<Download aria-hidden="true" className="size-4.5" />}
        onClick={() => void offerInstall()}
      >
        Install app
      </Button>
    )
  return 'standalone' in navigator ? <HomeScreenSteps /> : <p className="text-sm">{BY_MENU}</p>
}

const BY_MENU =
  'If this browser can install it, you will find it in its menu: look for “Install” or “Add to Home screen”.'

/** On iOS nothing but the share sheet installs. */
function HomeScreenSteps() {
  return (
    <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
      <li>
        Press Share <Share aria-hidden="true" className="inline size-4 align-text-bottom" /> in your browser.
      </li>
      <li>Choose Add to Home Screen.</li>
      <li>Open {STATION_NAME} from there.</li>
    </ol>
  )
}
