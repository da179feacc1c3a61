import { useEffect, useState } from 'react'

/** The quiet zone that the standard asks for: four modules (ISO/IEC 18004). */
const QUIET = 4

type Drawing = { size: number; path: string }

/** The text as a QR code, black on white in every theme. What draws it is fetched when it is needed. */
export function QrCode({ text }: { text: string }) {
  const [drawing, setDrawing] = useState<Drawing | 'failed' | null>(null)
  useEffect(() => {
    let isCurrent = true
    const show = (next: Drawing | 'failed') => isCurrent && setDrawing(next)
    draw(text).then(show, () => show('failed'))
    return () => {
      isCurrent = false
    }
  }, [text])
  if (drawing === 'failed')
    return <p className="text-sm text-warning">The QR code could not be drawn. Enter the secret by hand.</p>
  if (drawing === null) return <div className="size-50 rounded-card bg-white" />
  const { size, path } = drawing
  return (
    <svg
      role="img"
      aria-label="QR code with the secret"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-50 rounded-card border border-border bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

async function draw(text: string): Promise<Drawing> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
