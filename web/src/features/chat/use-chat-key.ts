import { COMPOSER_ID } from '../../lib/composer-id.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'

/** The key of every page with a chat, as the settings list it. */
export const CHAT_SHORTCUTS = [['C', 'Go to the chat']] as const

/** The key C leads to where one writes in the chat, else to the chat. `onChat` brings it in view where it is not. */
export function useChatKey(onChat?: () => void): void {
  usePageKeys({
    meaningOf: (key) => (key.toLowerCase() === 'c' ? 'chat' : undefined),
    onKey() {
      onChat?.()
      // In view first: what is hidden takes no focus.
      requestAnimationFrame(() =>
        (document.getElementById(COMPOSER_ID) ?? document.getElementById('chat'))?.focus(),
      )
    },
  })
}
