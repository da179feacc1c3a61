import { expect } from '@playwright/test'
import { type RecordedShow, TONES_HZ } from './recorded-show.ts'

/** A place asked for lands within half a pixel of the waveform, and browsers seek to a packet. */
const NEAR_MS = 250
/** Sound may go on for as long between its new place and what the browser says of it. */
const LOOK_MS = 2_000
const AUDIBLE_WITHIN_MS = 20_000

/** Common part of both drivers of browsers. */
export type Driver = {
  goto(url: string): Promise<unknown>
  /** Runs source text in the page. */
  evaluate(source: string): Promise<unknown>
  mouse: { click(x: number, y: number): Promise<void> }
  press(key: string): Promise<void>
}

type Box = { x: number; y: number; width: number; height: number }
type Now = { at: number; duration: number; paused: boolean; ended: boolean; state: string; shown: string }

const REGION = `document.querySelector('section[aria-label="Recording"]')`
const AUDIO = `document.querySelector('audio[src*="/recordings/"]')`

/** Notes in the page which tones sounded, one after the other, and where the sound was each time that it began. */
const NOTES = `(() => {
  window.soundNotes = { tones: [], beganAt: [] }
  const audio = ${AUDIO}
  setInterval(() => {
    for (const tone of ${JSON.stringify(TONES_HZ)})
      if (window.soundNotes.tones.at(-1) !== tone && window.listenerProbe.hears(tone)) window.soundNotes.tones.push(tone)
  }, 50)
  for (const type of ['seeked', 'playing'])
    audio.addEventListener(type, () => window.soundNotes.beganAt.push(audio.currentTime * 1000))
})()`

/** Somebody who hears a show again in some browser, with the ears of `installEar`. */
export class RecordingTestPage {
  readonly #driver: Driver
  /** Tones since the last press that were waited for, and those before them. */
  #tonesSeen = 0

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /** Opens the page of the show and waits for its player. */
  async open(origin: string, { id }: RecordedShow): Promise<void> {
    await this.#driver.goto(`${origin}/broadcast/${id}`)
    // The element that sounds comes a task after the region; fonts that come later move what is pressed.
    const isThere = `${REGION} !== null && ${AUDIO} !== null && document.fonts.status === 'loaded'`
    await expect.poll(() => this.#driver.evaluate(isThere), { timeout: 20_000 }).toBe(true)
    let last = ''
    const rests = async () => {
      const before = last
      last = JSON.stringify(await this.#boxOf('button'))
      return last === before
    }
    await expect.poll(rests, { intervals: [100] }).toBe(true)
    await this.#driver.evaluate(NOTES)
  }

  /** The element that sounds, and what the page shows of it. */
  now(): Promise<Now> {
    return this.#driver.evaluate(`(({ currentTime, duration, paused, ended }, region) => ({
      at: currentTime * 1000, duration: duration * 1000, paused, ended,
      state: region.dataset.state, shown: region.querySelector('input').getAttribute('aria-valuetext'),
    }))(${AUDIO}, ${REGION})`) as Promise<Now>
  }

  /** Presses Play, or Pause. */
  async toggle(): Promise<void> {
    await this.#pressIn('button', 0.5)
  }

  /** Presses the waveform at this part of its width; gives the place that means, in ms. */
  async pressAt(part: number, { durationMs }: RecordedShow): Promise<number> {
    await this.#pressIn('input[type="range"]', part)
    return part * durationMs
  }

  /** Presses a key on the waveform. */
  async press(key: string): Promise<void> {
    await this.#driver.evaluate(`${REGION}.querySelector('input').focus()`)
    await this.#driver.press(key)
  }

  /** Waits until the tone has sounded since the last press, after those that were waited for before. */
  async untilHears(frequencyHz: number): Promise<void> {
    let at = -1
    const hasSounded = async () => {
      const tones = (await this.#driver.evaluate('window.soundNotes.tones')) as number[]
      at = tones.indexOf(frequencyHz, this.#tonesSeen)
      return at >= 0
    }
    await expect.poll(hasSounded, { timeout: AUDIBLE_WITHIN_MS, intervals: [100] }).toBe(true)
    this.#tonesSeen = at + 1
  }

  async untilState(state: string): Promise<void> {
    await expect.poll(async () => (await this.now()).state, { timeout: AUDIBLE_WITHIN_MS }).toBe(state)
  }

  /** It rests at this place. */
  async expectAt(ms: number): Promise<void> {
    await expect.poll(async () => Math.abs((await this.now()).at - ms)).toBeLessThan(NEAR_MS)
  }

  /** It sounds, and began near this place after the last press. */
  async expectSoundingFrom(ms: number): Promise<void> {
    await expect.poll(async () => (await this.now()).state, { intervals: [100] }).toBe('playing')
    const firstBegan = () => this.#driver.evaluate('window.soundNotes.beganAt[0] ?? null')
    await expect.poll(firstBegan, { intervals: [100] }).not.toBeNull()
    const at = await firstBegan()
    expect(at).toBeGreaterThan(ms - NEAR_MS)
    expect(at).toBeLessThan(ms + LOOK_MS)
  }

  isSilent(): Promise<unknown> {
    return this.#driver.evaluate('window.listenerProbe.isSilent()')
  }

  async #pressIn(selector: string, part: number): Promise<void> {
    const box = await this.#boxOf(selector)
    this.#tonesSeen = 0
    await this.#driver.evaluate('window.soundNotes.tones = []; window.soundNotes.beganAt = []')
    await this.#driver.mouse.click(box.x + box.width * part, box.y + box.height / 2)
  }

  #boxOf(selector: string): Promise<Box> {
    return this.#driver.evaluate(
      `(({ x, y, width, height }) => ({ x, y, width, height }))(${REGION}.querySelector('${selector}').getBoundingClientRect())`,
    ) as Promise<Box>
  }
}
