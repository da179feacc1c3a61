import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Markup } from './markup.tsx'

afterEach(cleanup)

test('[AV1] a text becomes headings, lists, lines and words with weight', () => {
  const { container } = render(
    <Markup text={'## Come\n**Tea** and *cake*\nat noon\n\n- one\n- two\n\n1. a'} />,
  )
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Come')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two', 'a'])
  expect(container.querySelector('p')?.textContent).toBe('Tea and cake\nat noon')
  expect(container.querySelector('strong')?.textContent).toBe('Tea')
})

test('[AV1] numbers stay as they were written', () => {
  render(<Markup text={'21. November: open house\n\nand then\n\n3. tea'} />)
  expect(screen.getAllByRole<HTMLLIElement>('listitem').map(({ value }) => value)).toEqual([21, 3])
})

test('[AV2] a link opens beside the page and tells nothing of it', () => {
  render(<Markup text="[Map](https://x.example/map)" />)
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Map' })
  expect(link.href).toBe('https://x.example/map')
  expect(link.target).toBe('_blank')
  expect(link.rel).toBe('noopener noreferrer nofollow')
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>x</script>',
  '[a](javascript:alert)',
  '**<b onclick=x>**',
])('[AV2] %s is words', (text) => {
  const { container } = render(<Markup text={text} />)
  expect(container.querySelector('img, script, a, b')).toBeNull()
  expect(container.textContent).toBe(text.replaceAll('**', ''))
})
