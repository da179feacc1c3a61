import { Switch } from '../../../ui/switch.tsx'
import { behindWords } from './behind-words.ts'
import { useBehind } from './use-behind.ts'

export { RewindWatch } from './rewind-watch.tsx'

/** Distance behind what is live: `-4:12`. */
export function BehindClock() {
  return <span className="tabular-nums">{behindWords(useBehind() ?? 0)}</span>
}

/** Choice to read the chat only as far as it is heard. */
export function DelayedChatSwitch({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <div className="border-b border-border px-4 lg:px-5">
      <Switch label="Chat as I hear it" checked={isOn} onChange={onChange} />
    </div>
  )
}
