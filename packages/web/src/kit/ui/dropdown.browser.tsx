import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { draw } from './testing/draw.tsx'
import { Dropdown, MultiDropdown } from './dropdown.tsx'

const names = [
  'Billing',
  'Company Wiki',
  'Payroll',
  'Procurement',
  'Stock',
  'Travel',
  'Vault',
  'Audit',
  'Ledger',
  'CRM',
]
const items = (count: number) => names.slice(0, count).map((label) => ({ id: label, label, detail: `urn:${label}` }))
const texts = {
  label: 'Application',
  searchLabel: 'Search applications',
  noMatch: 'None matches.',
  placeholder: 'Choose',
}

function One({ count = 3, isDisabled = false }: { count?: number; isDisabled?: boolean }) {
  const [id, setId] = useState<string>()
  return <Dropdown {...texts} items={items(count)} selectedId={id} onSelect={setId} isDisabled={isDisabled} />
}

function Several() {
  const [ids, setIds] = useState<readonly string[]>([])
  return (
    <MultiDropdown {...texts} items={items(3)} selectedIds={ids} onSelect={setIds}>
      {ids.join(', ')}
    </MultiDropdown>
  )
}

const trigger = () => page.getByRole('button', { name: /Application/ })
const options = () => page.getByRole('option')

describe('a dropdown', () => {
  test('is operated only by keyboard, and the focus returns to its button', async () => {
    await draw(<One />)
    await expect.element(trigger()).toBeVisible()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(options().first()).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(trigger()).toHaveTextContent('Company Wiki')
    await expect.element(trigger()).toHaveFocus()
  })

  test('lets the page answer a press before it draws its list', async () => {
    await draw(<One count={10} />)
    await expect.element(trigger()).toBeVisible()
    trigger()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    // What an event draws at once is drawn when the microtasks after it have run.
    await Promise.resolve()
    await Promise.resolve()
    expect(document.querySelector('[role=listbox]')).toBeNull()
    await expect.element(page.getByRole('listbox')).toBeVisible()
  })

  test('closes when its chosen item is chosen again, and opens on that item', async () => {
    await draw(<One />)
    await trigger().click()
    await options().nth(1).click()
    await expect.element(trigger()).toHaveTextContent('Company Wiki')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(options().nth(1)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(trigger()).toHaveTextContent('Company Wiki')
  })

  test('closed by Escape keeps its choice and returns the focus', async () => {
    await draw(<One />)
    await trigger().click()
    await expect.element(options().first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(trigger()).toHaveTextContent('Choose')
    await expect.element(trigger()).toHaveFocus()
  })

  test('with nine items has no search', async () => {
    await draw(<One count={9} />)
    await trigger().click()
    await expect.element(options().first()).toBeVisible()
    await expect.element(page.getByPlaceholder('Search applications')).not.toBeInTheDocument()
  })

  test('with ten items is searched while typing, by every word and by details', async () => {
    await draw(<One count={10} />)
    await trigger().click()
    const search = page.getByPlaceholder('Search applications')
    await expect.element(search).toHaveFocus()
    await userEvent.keyboard('wiki urn')
    await expect.poll(() => options().elements().length).toBe(1)
    await userEvent.keyboard('x')
    await expect.element(page.getByText('None matches.')).toBeVisible()
  })

  test.each([
    [3, 200],
    [9, 250],
  ])('of %i items is at least 250 pixels wide and %i high: as its items, from 200 to 250', async (count, height) => {
    await draw(
      <div style={{ inlineSize: '6rem' }}>
        <One count={count} />
      </div>,
    )
    await trigger().click()
    await expect.element(options().first()).toBeVisible()
    const popup = page.getByRole('dialog').element()
    expect(popup.getBoundingClientRect()).toMatchObject({ width: 250, height })
  })

  test('of several choices stays open while choosing', async () => {
    await draw(<Several />)
    await trigger().click()
    await options().first().click()
    await options().last().click()
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(trigger()).toHaveTextContent('Billing, Payroll')
  })

  test('does not open while it is disabled', async () => {
    await draw(<One isDisabled />)
    await expect.element(trigger()).toBeDisabled()
  })
})
