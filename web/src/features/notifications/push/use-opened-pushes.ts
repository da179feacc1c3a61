import { useEffect } from 'react'
import { useNavigate, useSearchParams } from '../../../lib/router/router.tsx'
import type { NotificationStore } from '../notification-store.ts'
import { isOwnPath } from '../own-path.ts'
import { OPENED_PARAM } from './opened-param.ts'
import type { OpenPushMessage } from './push-message.ts'

/** Goes where a pressed push leads, and marks it read: one that opened this page, and those that come to it later. */
export function useOpenedPushes(store: NotificationStore, isSignedIn: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    const onMessage = ({ data }: MessageEvent<OpenPushMessage>) => {
      if (data.type !== 'OPEN_PUSH' || !isOwnPath(data.target.link)) return
      if (data.target.id !== null) store.markRead(data.target.id)
      navigate(data.target.link)
    }
    serviceWorker.addEventListener('message', onMessage)
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [store, navigate])
  useOpeningPush(store, isSignedIn)
}

function useOpeningPush(store: NotificationStore, isSignedIn: boolean): void {
  const [params, setParams] = useSearchParams()
  const opened = params.get(OPENED_PARAM)
  useEffect(() => {
    if (opened === null) return
    if (isSignedIn && Number.isSafeInteger(Number(opened))) store.markRead(Number(opened))
    const clear = (before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      after.delete(OPENED_PARAM)
      return after
    }
    setParams(clear, { replace: true })
  }, [opened, isSignedIn, store, setParams])
}
