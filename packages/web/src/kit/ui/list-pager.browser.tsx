import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { Button } from './button.tsx'
import { ListPager } from './list-pager.tsx'
import { draw } from './testing/draw.tsx'

const done = () => Promise.resolve()
const turns = { first: done, previous: done, next: done, last: done }

test('the focus of a removed pager moves to the heading of the list, and not to what is before it', async () => {
  const paged = createStore(() => ({ hasNext: true }))
  function Part() {
    const { hasNext } = useStore(paged)
    const section = useRef<HTMLElement>(null)
    return (
      <div>
        <Button look="danger">Stop sending</Button>
        <section ref={section} aria-label="Behind">
          <h2>Behind</h2>
          <ListPager list={turns} hasNext={hasNext} hasPrevious={false} section={section} />
        </section>
      </div>
    )
  }
  await draw(<Part />)
  page.getByRole('button', { name: 'Next' }).element().focus()
  paged.setState({ hasNext: false })
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Behind' })).toHaveFocus()
})
