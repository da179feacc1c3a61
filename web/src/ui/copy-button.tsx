import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../lib/announce.ts'
import { Button } from './button.tsx'

/** Puts a text on the clipboard and says so. Where there is none the text stands there to be marked, and that is said. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce('Copied')
    } catch {
      announce('Copying is not allowed here')
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Button
      variant="outline"
      icon={<Icon aria-hidden="true" className="size-4.5" />}
      onClick={() => void copy()}
      className="w-fit"
    >
      {isCopied ? 'Copied' : label}
    </Button>
  )
}
