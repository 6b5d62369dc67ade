import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { ListCount } from './list-count.tsx'
import { draw } from './testing/draw.tsx'

type Shown = { readonly text: string | undefined; readonly isFetching: boolean }
const list = createStore<Shown>(() => ({ text: undefined, isFetching: true }))
const show = (shown: Shown) => list.setState(shown)

function Counted() {
  const shown = useStore(list)
  return (
    <>
      <ListCount {...shown} />
      <p>{shown.text}</p>
    </>
  )
}

/** The first of two regions; the other one says that the page is loading. */
const said = () => page.getByRole('status').first().element().textContent
const isDrawn = (text: string) => expect.element(page.getByText(text, { exact: true }).last()).toBeVisible()

test('a count is announced when a list was read, again when it was filtered, and not when it changes by itself', async () => {
  await draw(<Counted />)
  expect(said()).toBe('')
  show({ text: '2 requests', isFetching: false })
  await expect.poll(said).toBe('2 requests')
  // Removed while the list is read, so that the same count is announced again.
  show({ text: '2 requests', isFetching: true })
  await expect.poll(said).toBe('')
  show({ text: '2 requests', isFetching: false })
  await expect.poll(said).toBe('2 requests')
  show({ text: '1 request', isFetching: false })
  await isDrawn('1 request')
  expect(said()).toBe('')
})
