import { usePageKeys } from '../../../lib/use-page-keys.ts'

/** The panels of the DJ's desk, in the order of their keys 1 to 4. */
export const PANELS = ['chat', 'requests', 'polls', 'audio'] as const
export type PanelId = (typeof PANELS)[number]

/** Tells which panel the keys 1 to 4 ask for. */
export function usePanelKeys(onPanel: (panel: PanelId) => void): void {
  usePageKeys({ meaningOf: (key) => PANELS[Number(key) - 1], onKey: onPanel })
}
