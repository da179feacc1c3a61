/**
 * Cuts the two fonts to what the pages ask of them: `node tools/subset-fonts.ts`, when a font has a new version. What
 * nearly every text is made of comes first; the rest of Latin is fetched when a text has it (`web/src/theme/fonts.css`).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

type Weights = number | { min: number; max: number; default: number }

const OUT = new URL('../web/src/theme/fonts/', import.meta.url)
/** ASCII, what Filipino and Spanish names are written with, and the signs of the pages' own texts. */
const USUAL = `${between(0x20, 0x7e)}\u00a0©·×ÁÉÍÑÓÚáéíñóúü–—‘’“”•…→−`
/** The rest of Latin as the fonts have it. */
const ALL = `${between(0xa0, 0xff)}ıŒœ–—‘’‚“”„•…‹›€™←↑→↓−`
const RARE = [...ALL].filter((character) => !USUAL.includes(character)).join('')

await cut('bricolage-grotesque', 700)
await cut('figtree', { min: 400, max: 700, default: 400 })

async function cut(family: string, wght: Weights): Promise<void> {
  const file = `@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`
  const whole = await readFile(fileURLToPath(import.meta.resolve(file)))
  for (const [name, text] of Object.entries({ usual: USUAL, rare: RARE })) {
    const bytes = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght } })
    await writeFile(new URL(`${family}-${name}.woff2`, OUT), bytes)
    console.log(`${String(bytes.length).padStart(6)} bytes  ${family}-${name}`)
  }
}

function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}
