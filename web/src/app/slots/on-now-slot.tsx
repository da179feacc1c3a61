import { OnNow } from '../../features/stream/listener/on-now.tsx'

/** What is on air now, on the maroon panel beside the sign-in form. */
export function OnNowSlot() {
  return <OnNow />
}
