const SIZES = [96, 256, 512]
const RADII = [60, 100, 140, 180, 220, 260]
const MAROON = '#4a0508'
const YELLOW = '#fec528'

let drawn: MediaImage[] | undefined

/** The station's rings as square pictures for lock screens, drawn once. */
export function artworkOf(document: Document): MediaImage[] {
  drawn ??= SIZES.flatMap((size) => draw(document.createElement('canvas'), size))
  return drawn
}

function draw(canvas: HTMLCanvasElement, size: number): MediaImage[] {
  canvas.width = size
  canvas.height = size
  const pen = canvas.getContext('2d')
  if (!pen) return []
  pen.scale(size / 520, size / 520)
  pen.fillStyle = MAROON
  pen.fillRect(0, 0, 520, 520)
  RADII.forEach((radius, index) => {
    pen.beginPath()
    pen.arc(260, 260, radius, 0, 2 * Math.PI)
    pen.globalAlpha = 0.5 - index * 0.07
    pen.lineWidth = index % 2 === 0 ? 7 : 18
    pen.strokeStyle = YELLOW
    pen.stroke()
  })
  pen.globalAlpha = 1
  pen.beginPath()
  pen.arc(260, 260, 26, 0, 2 * Math.PI)
  pen.fillStyle = YELLOW
  pen.fill()
  return [{ src: canvas.toDataURL('image/png'), sizes: `${size}x${size}`, type: 'image/png' }]
}
