import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOf, ProfanityMask } from './profanity-mask.ts'
import { WordTrie } from './word-trie.ts'

/** Strong words stand in for weaker ones where these would do: nobody has to read them more often than needed. */
const LISTED = [
  'ass',
  'shit',
  'fuck',
  'tanga',
  'bobo',
  'puta',
  'putang ina',
  'titi',
  'hell',
  'nigga',
  'slut',
  '69',
]

const maskOf = (words: readonly string[], trie?: WordTrie) => {
  const mask = new ProfanityMask(trie)
  for (const word of words) mask.add(word)
  return mask
}
const mask = maskOf(LISTED)
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const lengthOf = (text: string) => [...graphemes.segment(text)].length

describe('a listed word', () => {
  it.each([
    ['shit', '****'],
    ['Oh SHIT, really', 'Oh ****, really'],
    ['ang tanga mo', 'ang ***** mo'],
    ['(puta)', '(****)'],
    ['shit-show', '****-show'],
    ['shit_show', '****_show'],
    ['shit’s', '****’s'],
    ['ass!', '***!'],
    ['shit42', '****42'],
  ])('[CH12] %s becomes %s', (text, masked) => {
    expect(mask.mask(text)).toBe(masked)
  })

  it.each([
    'fuuuck',
    'FFUUCCKK',
    'shiiiiiiit',
    'taaangaaaa',
    'asss',
    'boobo',
    'fu\u200Bck',
    'f\u2060u\u00ADck',
  ])('[CH13] stretched, or with nothing to be seen between its letters, is masked: %s', (text) => {
    expect(mask.mask(text)).toMatch(/^\*+$/)
  })

  it.each([
    ['f u c k', '* * * *'],
    ['f  u\nc k', '*  *\n* *'],
    ['f.u.c.k', '*******'],
    ['f-u_c*k', '*******'],
    ['fu.ck', '*****'],
    ['f🔥u🔥c🔥k', '*******'],
    ['ff uu cc kk', '** ** ** **'],
    ['you are a t a n g a', 'you are a * * * * *'],
    ['f u c k y o u', '* * * * y o u'],
    ['b.o.b.o ka', '******* ka'],
  ])('[CH14] spaced or with marks between its letters is masked: %s', (text, masked) => {
    expect(mask.mask(text)).toBe(masked)
  })

  it.each([
    ['leet', 'sh1t'],
    ['leet', '5h1t'],
    ['leet', '@$$'],
    ['leet', 'a$$'],
    ['leet', '$h!t'],
    ['leet', 't@ng@'],
    ['leet', 'b0b0'],
    ['leet', 'ni99a'],
    ['leet', 's|ut'],
    ['a capital I for an l', 'sIut'],
    ['an l for an i', 'shlt'],
    ['a v for a u', 'fvck'],
    ['accents', 'fück'],
    ['accents', 'ťáñgä'],
    ['combining marks', 'f\u0301u\u0301c\u0301k\u0301'],
    ['strokes', 'f̷u̷c̷k̷'],
    ['Cyrillic', 'fuсk'],
    ['Cyrillic', 'рutа'],
    ['Greek', 'ταηgα'],
    ['full width', 'ｆｕｃｋ'],
    ['mathematical', '𝓯𝓾𝓬𝓴'],
    ['circled', 'ⓢⓗⓘⓣ'],
    ['in boxes', '🅵🆄🅲🅺'],
    ['flags', '🇫🇺🇨🇰'],
    ['small capitals', 'ꜰᴜᴄᴋ'],
    ['a ligature', 'aſſ'],
  ])('[CH15] disguised with %s is masked: %s', (_, text) => {
    expect(mask.mask(text)).toMatch(/^\*+$/)
  })
})

describe('everything else', () => {
  it.each([
    'Scunthorpe',
    'class assassin embassy passed as assign',
    'reputation, computa, deputation',
    'shiitake mushrooms',
    'shell, he’ll, he’d, she’ll; Michelle',
    'bob and as and tit!',
    'heil',
    's c u n t h o r p e',
    'c l a s s',
    'as s(he) said',
    'fu ck',
    'room 455, 4$ or $5, a $5 bill, a 55 peso coin',
    'my Samsung A55 is on 1969',
    'ta nga pala, bo bo',
    'Сегодня хороший день',
    'magandang umaga po sa inyong lahat',
    'お元気ですか 你好 안녕하세요',
    'f*ck',
  ])('[CH16] stays as it is: %s', (text) => {
    expect(mask.mask(text)).toBe(text)
  })

  it('[CH16] letters before or after a word make another one', () => {
    const letters = fc.stringMatching(/^[a-zà-öø-ÿ]{1,6}$/)
    fc.assert(
      fc.property(fc.constantFrom('ass', 'hell', 'puta'), letters, letters, (word, before, after) => {
        // What stretches the word, or is another listed one, is not another word.
        fc.pre(mask.mask(before) === before && mask.mask(after) === after)
        const isStretched = (text: string, letter: string | undefined) =>
          text
            .normalize('NFKD')
            .replace(/\p{M}/gu, '')
            .startsWith(letter ?? '')
        fc.pre(!isStretched(after, word.at(-1)) && !isStretched([...before].reverse().join(''), word[0]))
        fc.pre(keyOf(before + word + after) !== keyOf(word))
        for (const text of [before + word, word + after, before + word + after])
          fc.pre(LISTED.every((listed) => keyOf(listed) !== keyOf(text)))
        expect(mask.mask(`${before}${word}${after}`)).toBe(`${before}${word}${after}`)
      }),
    )
  })

  it('[CH16] what stands around a word is untouched', () => {
    const innocent = fc.constantFrom('class', 'Umaga', 'ko', 'été', '你好', '💛', '1969', 'Scunthorpe', 'as')
    fc.assert(
      fc.property(fc.array(innocent), fc.array(innocent), (before, after) => {
        const text = (word: string) => [...before, word, ...after].join(' ')
        expect(mask.mask(text('shiiit'))).toBe(text('******'))
      }),
    )
  })
})

describe('entries of several words', () => {
  it.each([
    ['putang ina mo', '****** *** mo'],
    ['PUTANG-INA', '**********'],
    ['putang   inaaa', '******   *****'],
    ['p u t a n g i n a', '* * * * * * * * *'],
    ['putang', 'putang'],
    ['ina', 'ina'],
    ['putang inang bayan', 'putang inang bayan'],
  ])('[CH17] %s becomes %s', (text, masked) => {
    expect(mask.mask(text)).toBe(masked)
  })

  it('[CH17] entries with digits or signs are found as they are written, and nowhere else', () => {
    expect(mask.mask('69, 1969 and gg')).toBe('**, 1969 and gg')
  })
})

describe('masking', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...LISTED,
      'class',
      'u',
      'a',
      ' ',
      '.',
      '!',
      '$',
      '4',
      '\u0301',
      '\u200B',
      'ﬀ',
      '💛',
      '\n',
      'é',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))

  it('[CH18] keeps the number of characters and all spaces, and masking again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const masked = mask.mask(text)
        expect(mask.mask(masked)).toBe(masked)
        expect(lengthOf(masked)).toBe(lengthOf(text))
        expect(masked.match(/\s/g)).toEqual(text.match(/\s/g))
      }),
      { numRuns: 500 },
    )
  })

  it('[CH18] any word that can be listed is masked wherever it stands alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (word) => {
        const trimmed = word.trim()
        fc.pre(keyOf(trimmed) !== null && !trimmed.endsWith('!'))
        expect(maskOf([trimmed]).mask(`so, ${trimmed} it is`)).toContain('*')
      }),
    )
  })

  it('[CH18] one letter, and marks alone, are no entry; case, accents and stretching make no second one', () => {
    expect(['a', 'é', '!!!', ' ', '\u0301'].map(keyOf)).toEqual([null, null, null, null, null])
    expect(['TANGA', 'táñga', 'ｔａｎｇａ', 'taaanga'].map(keyOf)).toEqual([
      'tanga',
      'tanga',
      'tanga',
      'taanga',
    ])
    expect(keyOf('Putang  Ina')).toBe('putang ina')
  })
})

/** Counts what a look at a text costs: steps through the words. */
class CountingTrie extends WordTrie {
  steps = 0

  override next(node: number, letter: number): number {
    this.steps += 1
    return super.next(node, letter)
  }
}

describe('the cost of a look', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'i', 's', '4', '$', ' ', '.'),
    minLength: 2,
    maxLength: 60,
  })
  const stepsFor = (words: readonly string[], text: string) => {
    const trie = new CountingTrie()
    const built = maskOf(words, trie)
    trie.steps = 0
    built.mask(text)
    return trie.steps
  }

  it('[CH19] is bounded by the length of the text, whatever the list', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), fc.array(word, { maxLength: 20 }), (words, parts) => {
        const text = parts.join(' ')
        // Four readings, words alone and apart, 60 letters and the gaps between them; and again for what was masked.
        expect(stepsFor(words, text)).toBeLessThanOrEqual(3 * 4 * 2 * 2 * 62 * text.length)
      }),
    )
  })

  it('[CH19] does not grow with the number of words, and grows with the text no faster than it', () => {
    const numbered = (count: number) => Array.from({ length: count }, (_, at) => `w${toLetters(at)}`)
    const text = `${numbered(50)
      .map((one) => `${one}x`)
      .join(' ')} `
    const few = stepsFor(numbered(100), text)
    const many = stepsFor(numbered(10_000), text)
    expect(many).toBeLessThanOrEqual(few * 2)
    expect(stepsFor(numbered(10_000), text.repeat(10))).toBeLessThanOrEqual(many * 11)
  })
})

function toLetters(value: number): string {
  return value.toString(26).replace(/\d/g, (digit) => String.fromCharCode('q'.charCodeAt(0) + Number(digit)))
}
