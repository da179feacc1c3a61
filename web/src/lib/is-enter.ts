import type { KeyboardEvent } from 'react'

/** Code of keys that an input method takes for itself. */
const TAKEN = 229

/** Whether Enter was pressed, and not to confirm a choice of an input method. Safari ends the composition before that key, and leaves it the code alone. */
export function isEnter({ key, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !nativeEvent.isComposing && nativeEvent.keyCode !== TAKEN
}
