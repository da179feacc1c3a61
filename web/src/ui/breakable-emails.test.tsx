import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BreakableEmails } from './breakable-emails.tsx'

afterEach(cleanup)

const htmlOf = (text: string) => render(<BreakableEmails text={text} />).container.innerHTML

test('[SH822] an email address may break after its @ and its dots, other words nowhere', () => {
  expect(htmlOf('by Ana B. · ana.cruz@campus.example')).toBe(
    'by Ana B. · ana.<wbr>cruz@<wbr>campus.<wbr>example',
  )
  expect(htmlOf('a@b, c@d.e now')).toBe('a@<wbr>b, c@<wbr>d.<wbr>e now')
  expect(htmlOf('')).toBe('')
})
