/** Linear sRGB, each 0 to 1. */
type Linear = readonly [red: number, green: number, blue: number]

const OKLCH = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/
const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i

/** The contrast of two CSS colours (oklch or hex), 1 to 21. WCAG 2.2, Contrast ratio. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(colour: string): Linear {
  const [, lightness, chroma, hue] = OKLCH.exec(colour) ?? []
  if (lightness) return fromOklch(Number(lightness) / 100, Number(chroma), (Number(hue) * Math.PI) / 180)
  const [, ...channels] = HEX.exec(colour) ?? []
  if (channels.length === 0) throw new Error(`${colour} is neither oklch nor hex`)
  return channels.map((channel) => decode(Number.parseInt(channel, 16) / 255)) as unknown as Linear
}

/** CSS Color 4 s10.1: OKLab to linear sRGB; what falls out of the gamut is clipped, as screens do. */
function fromOklch(lightness: number, chroma: number, hue: number): Linear {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((channel) => Math.min(1, Math.max(0, channel))) as unknown as Linear
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
