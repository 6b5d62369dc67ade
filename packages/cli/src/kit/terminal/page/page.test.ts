import { describe, expect, it } from 'vitest'

import { wrapLines } from './page-line.ts'
import { createScroll } from './scroll.ts'

describe('lines as wide as the window', () => {
  const texts = (text: string, width: number) => wrapLines([{ text }], width).map((line) => line.text)

  it('break between words and keep their indentation', () => {
    expect(texts('  one two three', 9)).toEqual(['  one two', '  three'])
  })

  it('never lose a part of an address or a fingerprint', () => {
    const address = 'https://login.example.com/a/very/long/path?with=query'
    expect(
      texts(`    ${address}`, 20)
        .map((line) => line.trim())
        .join(''),
    ).toBe(address)
    for (const line of texts(`    ${address}`, 20)) expect(line.length).toBeLessThanOrEqual(20)
  })
})

describe('scrolling', () => {
  const keys = (count: number, height: number) => {
    const size = { count, height }
    const scroll = createScroll(
      () => size.count,
      () => size.height,
    )
    const press = (id: string) =>
      void scroll
        .bindings()
        .find((one) => one.id === `scroll.${id}`)
        ?.run()
    return { scroll, press, size }
  }

  it('moves by lines and pages, and stops where the last line is in sight', () => {
    const { scroll, press } = keys(25, 10)
    press('up')
    expect(scroll.first()).toBe(0)
    press('down')
    press('page-down')
    expect(scroll.first()).toBe(11)
    press('page-down')
    expect(scroll.first()).toBe(15)
    press('first')
    expect(scroll.first()).toBe(0)
    press('last')
    expect(scroll.first()).toBe(15)
  })

  it('shows no emptiness after the text became shorter or the window higher', () => {
    const { scroll, press, size } = keys(25, 10)
    press('last')
    size.height = 20
    expect(scroll.first()).toBe(5)
    size.count = 3
    expect(scroll.first()).toBe(0)
  })

  it('offers no key where everything is in sight', () => {
    const { scroll } = keys(3, 10)
    expect(scroll.bindings().every((one) => one.refused?.() !== undefined)).toBe(true)
  })
})
