import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { PartLinks } from './part-links.tsx'
import { draw } from './testing/draw.tsx'

const start = location.pathname + location.search
afterEach(() => {
  history.replaceState(null, '', start)
  scrollTo(0, 0)
})

const parts = ['Tokens', 'Groups', 'Activity'].map((title) => ({ id: `part-${title}`, title }))

const drawn = () =>
  draw(
    <>
      <PartLinks label="On this page" parts={parts} isDrawn />
      {parts.map(({ id, title }) => (
        <section key={id} aria-labelledby={id} style={{ blockSize: '150vh' }}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <button type="button">Change {title}</button>
        </section>
      ))}
    </>,
  )
const link = (name: string) => page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name })
const topOf = (name: string) => page.getByRole('heading', { name }).element().getBoundingClientRect().top

test('a link brings its part into sight and the focus to its heading, and Tab goes on in the part', async () => {
  await drawn()
  expect(topOf('Activity')).toBeGreaterThan(innerHeight)
  ;(link('Activity').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Activity' })).toHaveFocus()
  expect(topOf('Activity')).toBeLessThan(innerHeight / 2)
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Change Activity' })).toHaveFocus()
})

test('an address with a part opens the page there', async () => {
  history.replaceState(null, '', `${start}#part-Groups`)
  expect(scrollY).toBe(0)
  await drawn()
  await expect.poll(() => topOf('Groups')).toBeLessThan(innerHeight / 2)
})

test('the links are as high as a finger, and stay inside a narrow window', async () => {
  await page.viewport(320, 640)
  await drawn()
  for (const { title } of parts) {
    const { height, right } = link(title).element().getBoundingClientRect()
    expect(height).toBeGreaterThanOrEqual(44)
    expect(right).toBeLessThanOrEqual(320)
  }
  await page.viewport(1280, 800)
})
