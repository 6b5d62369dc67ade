import { totalMax } from '@portico/core'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { ListFrame } from './list-frame.tsx'
import { PendingStatus } from './pending-status.tsx'
import { draw } from './testing/draw.tsx'

const names = (count: number) => Array.from({ length: count }, (_, at) => `robot ${at}`)
const done = () => Promise.resolve()

/** What a list says of itself, and what was asked of it. */
function listOfRobots(state: object = {}) {
  const asked: string[] = []
  const call = (name: string) => () => {
    asked.push(name)
    return done()
  }
  const shown = {
    status: 'rows' as const,
    rows: names(2),
    start: 0,
    total: 2,
    isCounted: true,
    hasNext: false,
    hasPrevious: false,
    isFetching: false,
    text: '',
    list: Object.fromEntries(['first', 'previous', 'next', 'last', 'refresh'].map((name) => [name, call(name)])),
    change: (entries: object) => void asked.push(JSON.stringify(entries)),
    ...state,
  }
  return { asked, shown: shown as unknown as Parameters<typeof ListFrame>[0]['shown'] }
}

const search = { label: 'Search robots', clearLabel: 'Clear the search' }
const parts = {
  label: 'Robots',
  search,
  countOf: (count: number) => `${count} robots`,
  empty: <p>There is no robot yet.</p>,
  noMatch: { message: 'No robot matches.', alsoClear: { state: '' as const } },
  children: <p>The table</p>,
}
const field = () => page.getByRole('textbox', { name: 'Search robots' })
const text = (one: string) => page.getByText(one, { exact: true })

describe('the frame of a list', () => {
  test('has a search, the count and the rows, and no pager where all rows are shown', async () => {
    const { shown, asked } = listOfRobots()
    await draw(<ListFrame {...parts} shown={shown} />)
    await expect.element(text('2 robots')).toBeVisible()
    await expect.element(text('The table')).toBeVisible()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
    await field().fill('x')
    expect(asked).toEqual(['{"q":"x"}'])
  })

  test('counts no further than 1,000, and from the end where the beginning is far', async () => {
    const { shown } = listOfRobots({ start: 100, total: totalMax, hasNext: true, hasPrevious: true })
    await draw(<ListFrame {...parts} shown={shown} />)
    await expect.element(text('101–102 of more than 1,000')).toBeVisible()
    const { shown: last } = listOfRobots({ start: -2, total: totalMax, hasPrevious: true })
    await draw(<ListFrame {...parts} shown={last} />)
    await expect.element(text('2–1 from the end of more than 1,000')).toBeVisible()
  })

  test('counts the rows shown among all, and turns pages', async () => {
    const { shown, asked } = listOfRobots({ start: 100, total: 1_000, hasNext: true, hasPrevious: true })
    await draw(<ListFrame {...parts} shown={shown} />)
    await expect.element(text('101–102 of 1,000')).toBeVisible()
    for (const button of page.getByRole('navigation').getByRole('button').all()) await button.click()
    expect(asked).toEqual(['first', 'previous', 'next', 'last'])
  })

  test('offers to clear a search and filters that find nothing', async () => {
    const { shown, asked } = listOfRobots({ status: 'no-match', rows: [], total: 0, text: 'zzz' })
    await draw(<ListFrame {...parts} shown={shown} />)
    await expect.element(text('No robot matches.')).toBeVisible()
    await expect.element(field()).toHaveValue('zzz')
    // The search field has a button of that name too.
    await page.getByRole('button', { name: 'Clear the search' }).last().click()
    expect(asked).toEqual(['{"q":"","state":""}'])
  })

  test.each([
    ['loading', 'Loading'],
    ['empty', 'There is no robot yet.'],
  ])('while %s has no search, unless the head has filters', async (status, sentence) => {
    const { shown } = listOfRobots({ status, rows: status === 'loading' ? undefined : [], total: 0 })
    await draw(
      <>
        <ListFrame {...parts} shown={shown} create={<button type="button">Create</button>} />
        <PendingStatus />
      </>,
    )
    await expect.element(page.getByText(sentence).first()).toBeInTheDocument()
    await expect.element(field()).not.toBeInTheDocument()
  })

  test('keeps a head with filters while it is loading, without a count', async () => {
    const { shown } = listOfRobots({ status: 'loading', rows: undefined, total: 0 })
    await draw(<ListFrame {...parts} shown={shown} head="always" filters={<p>State</p>} />)
    await expect.element(text('State')).toBeVisible()
    await expect.element(field()).toBeVisible()
    await expect.element(text('0 robots')).not.toBeInTheDocument()
  })

  test('that could not be read offers to read it again', async () => {
    const { shown, asked } = listOfRobots({ status: 'failed', rows: undefined })
    await draw(<ListFrame {...parts} shown={shown} />)
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(asked).toEqual(['refresh'])
  })
})
