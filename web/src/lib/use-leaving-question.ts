import { useEffect } from 'react'
import { askBeforeLeaving } from './leaving-question.ts'

/** While `isAsked`, the browser asks before the page is closed or reloaded, in words of its own. */
export function useLeavingQuestion(isAsked: boolean): void {
  useEffect(() => (isAsked ? askBeforeLeaving() : undefined), [isAsked])
}
