import { createStore } from './store.ts'

/** Web App Manifest, incubations: the browser's offer to install, which a page may make later. */
type InstallOffer = Event & { prompt(): Promise<unknown> }

/** The browser's offer to install the station as an app; null where it makes none. */
export const installOffer = createStore<InstallOffer | null>(null)

/** Keeps the offer for when somebody asks for it, instead of a bar that asks everybody. It comes once, early. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => installOffer.set(null))
}

/** Makes the offer. Each can be made once; the browser brings another after it was declined. */
export async function offerInstall(): Promise<void> {
  const offer = installOffer.get()
  installOffer.set(null)
  await offer?.prompt()
}
