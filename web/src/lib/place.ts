/** A rectangle in CSS pixels of the viewport. */
export type Box = { left: number; top: number; width: number; height: number }
export type Size = { width: number; height: number }
export type Align = 'start' | 'center' | 'end'

const MARGIN_PX = 8

/** Places a floating box by its anchor: below it, above when there is no room, never over the viewport's edge. */
export function placeBy(
  anchor: Box,
  size: Size,
  viewport: Size,
  align: Align,
  gapPx = 6,
): { left: number; top: number } {
  const below = anchor.top + anchor.height + gapPx
  const above = anchor.top - gapPx - size.height
  const fitsBelow = below + size.height <= viewport.height - MARGIN_PX
  const top = fitsBelow || above < MARGIN_PX ? below : above
  return { left: withinEdges(alignedLeft(anchor, size, align), size.width, viewport.width), top }
}

function alignedLeft(anchor: Box, size: Size, align: Align): number {
  if (align === 'start') return anchor.left
  if (align === 'end') return anchor.left + anchor.width - size.width
  return anchor.left + (anchor.width - size.width) / 2
}

function withinEdges(left: number, width: number, viewportWidth: number): number {
  return Math.max(MARGIN_PX, Math.min(left, viewportWidth - width - MARGIN_PX))
}
