import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { type ComponentType, createContext } from 'react'

/**
 * Notes for the question before the end, beside the audience: other features know what is open, and who may listen
 * again.
 */
export const EndNotesContext = createContext<ComponentType<{ broadcast: Broadcast }> | null>(null)
