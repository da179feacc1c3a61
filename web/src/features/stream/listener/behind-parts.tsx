import { Switch } from '../../../ui/switch.tsx'
import { behindWords } from './behind-words.ts'
import { RewindWatch } from './rewind-watch.tsx'
import { useBehind } from './use-behind.ts'

/** Distance behind what is live: `-4:12`. The bar of every page has it, so the watch over it is here. */
export function BehindClock() {
  return (
    <>
      <span className="tabular-nums">{behindWords(useBehind() ?? 0)}</span>
      <RewindWatch />
    </>
  )
}

/** Choice to read the chat only as far as it is heard. */
export function DelayedChatSwitch({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <div className="border-b border-border px-4 lg:px-5">
      <Switch label="Chat as I hear it" checked={isOn} onChange={onChange} />
    </div>
  )
}
