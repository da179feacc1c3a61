import { useReducedMotion } from '../../../lib/motion.ts'
import { type Theme, useTheme } from '../../../theme/theme.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Switch } from '../../../ui/switch.tsx'

/** Light or dark, each shown as what it would look like; and how much may move. */
export function AppearanceSettings() {
  const { theme, choose } = useTheme()
  const [isReduced, reduce] = useReducedMotion()
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="Theme"
        options={[
          { value: 'light', label: 'Light', icon: <Preview theme="light" /> },
          { value: 'dark', label: 'Dark', icon: <Preview theme="dark" /> },
        ]}
        value={theme}
        onChange={choose}
        className="grid-cols-2 max-w-md"
      />
      <Switch
        label="Reduce motion"
        hint="Turns off animation, whatever this device’s own setting is."
        checked={isReduced}
        onChange={reduce}
        className="min-h-14"
      />
    </div>
  )
}

/** The page in little: rail, stage, two lines. */
function Preview({ theme }: { theme: Theme }) {
  return (
    <span
      aria-hidden="true"
      data-theme={theme}
      className="mb-1 flex h-20 overflow-hidden rounded-sm border border-border bg-bg"
    >
      <span className="w-3 bg-nav" />
      <span className="grid flex-1 content-center gap-1.5 p-2.5">
        <span className="h-6 rounded-[4px] bg-stage" />
        <span className="h-1.5 w-4/5 rounded-full bg-text" />
        <span className="h-1.5 w-1/2 rounded-full bg-text-muted" />
      </span>
      <span className="mt-2.5 mr-2.5 size-3 rounded-full bg-accent" />
    </span>
  )
}
