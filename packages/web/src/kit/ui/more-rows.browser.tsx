import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { Button } from './button.tsx'
import { DataTable } from './data-table.tsx'
import { MoreRows } from './more-rows.tsx'
import { draw } from './testing/draw.tsx'

const total = 70
const pageLength = 50

/** A list of two pages; `arrive` brings what was asked for. */
function List({ hasButtons, arrive }: { hasButtons: boolean; arrive: Promise<void> }) {
  const [count, setCount] = useState(pageLength)
  const [isFetching, setFetching] = useState(false)
  const rows = Array.from({ length: count }, (_, at) => `person ${at}`)
  const more = async () => {
    setFetching(true)
    await arrive
    setCount(total)
    setFetching(false)
  }
  return (
    <>
      <Button look="danger">Stop sending</Button>
      <MoreRows shown={{ rows, hasNext: count < total, isFetching }} label="Show more" onMore={more}>
        <DataTable
          label="People"
          columns={[{ id: 'name', label: 'Name', isRowHeading: true }]}
          rows={rows.map((name) => ({ id: name, cells: [hasButtons ? <Button key="open">{name}</Button> : name] }))}
        />
      </MoreRows>
      <Button>After</Button>
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const focused = () => document.activeElement?.textContent

test.each([true, false])('the last page moves the focus to its first row (with a button: %s)', async (hasButtons) => {
  await draw(<List hasButtons={hasButtons} arrive={Promise.resolve()} />)
  button('Show more').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Show more')).not.toBeInTheDocument()
  await expect.poll(focused).toBe('person 50')
  const { top, bottom } = (document.activeElement as Element).getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  await userEvent.keyboard('{Tab}')
  expect(focused()).toBe(hasButtons ? 'person 51' : 'After')
  // Tab does not stop at a heading.
  expect(document.querySelectorAll('th[tabindex]')).toHaveLength(0)
})

test('the focus stays where the person went meanwhile', async () => {
  let arrive = () => {}
  await draw(<List hasButtons arrive={new Promise((resolve) => (arrive = resolve))} />)
  await button('Show more').click()
  button('After').element().focus()
  arrive()
  await expect.element(page.getByText('person 69')).toBeInTheDocument()
  expect(focused()).toBe('After')
})
