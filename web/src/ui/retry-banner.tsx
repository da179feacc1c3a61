import { Banner, type BannerProps } from './banner.tsx'
import { Button } from './button.tsx'

type RetryBannerProps = Pick<BannerProps, 'tone' | 'role' | 'className' | 'children'> & {
  isBusy?: boolean
  onRetry(): void
}

/** An error, announced politely, with a button to try again. */
export function RetryBanner({
  tone = 'warning',
  role = 'status',
  isBusy = false,
  onRetry,
  children,
  ...rest
}: RetryBannerProps) {
  const retry = (
    <Button size="sm" variant="outline" busy={isBusy} onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Banner {...rest} tone={tone} role={role} action={retry}>
      {children}
    </Banner>
  )
}
