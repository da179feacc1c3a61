import { useState } from 'react'

/**
 * An answer, or the last one to a question of the same `name`: while a wider or newer question is open, and after it
 * failed, what is in view stays there.
 */
export function useKept<Data>(name: string, data: Data | undefined): Data | undefined {
  const [kept, setKept] = useState({ name, data })
  if (data !== undefined && (data !== kept.data || name !== kept.name)) setKept({ name, data })
  return data ?? (name === kept.name ? kept.data : undefined)
}
