import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../../theme/theme.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Label of the button: the act, never the state. */
function themeAction(theme: 'light' | 'dark'): string {
  return theme === 'light' ? 'Switch to dark theme' : 'Switch to light theme'
}

/** Light or dark; its name says what pressing does. */
export function ThemeToggle({ className }: { className?: string }) {
  const { theme, choose } = useTheme()
  const Icon = theme === 'light' ? Moon : Sun
  return (
    <IconButton
      label={themeAction(theme)}
      icon={<Icon className="size-5" />}
      onClick={() => choose(theme === 'light' ? 'dark' : 'light')}
      {...(className ? { className } : {})}
    />
  )
}
