import { groupChoices, groupChoicesMax, listOf, type Core, type Group, type HttpRequest } from '@portico/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { answer, draw } from '../../kit/ui/testing/draw.tsx'
import { GroupPicker } from './group-picker.tsx'

const all = Array.from({ length: 10_000 }, (_, at) => ({
  id: `id-${at}`,
  name: `Group ${at}`,
  claim: `CN=${at}`,
  lastSeenAt: null,
  mappedTo: [],
}))

/** The first groups whose name contains the search, as the server answers them. */
function openServer() {
  const asked: string[] = []
  const send = (request: HttpRequest) => {
    const query = new URL(request.path, 'http://portico.example').searchParams
    asked.push(query.get('search') ?? '')
    const found = all.filter(({ name }) => name.includes(query.get('search') ?? ''))
    const groups = found.slice(0, Number(query.get('limit')))
    return Promise.resolve(
      answer(200, {
        idp: 'main',
        idpName: 'Main',
        source: 'seen',
        groups,
        total: found.length,
        next: found.length > groups.length ? 'more' : null,
      }),
    )
  }
  return { asked, send }
}

type Missing = NonNullable<Parameters<typeof GroupPicker>[0]['missing']>

function Chooses({ core, isOne = false, missing }: { core: Core; isOne?: boolean; missing?: Missing }) {
  const [chosen, setChosen] = useState<readonly Group[]>([])
  return (
    <>
      <GroupPicker
        label="Groups"
        list={listOf(core, groupChoices)}
        scope="main"
        chosen={chosen}
        isOne={isOne}
        onChange={setChosen}
        {...(missing === undefined ? {} : { missing })}
      />
      <p>Result: {chosen.map(({ name }) => name).join(', ')}</p>
    </>
  )
}

const search = () => page.getByRole('textbox', { name: 'Search groups' })
const rows = () => document.querySelectorAll('label')

test('of 10,000 groups, fifty are fetched and drawn, and the text says how to find the others', async () => {
  const { asked, send } = openServer()
  await draw((core) => <Chooses core={core} />, { send })
  await expect.poll(() => document.querySelector('output')?.textContent).toContain('50 of more than 1,000 groups.')
  expect([rows().length, asked]).toEqual([groupChoicesMax, ['']])
  expect(document.body.querySelectorAll('*').length).toBeLessThan(groupChoicesMax * 4 + 40)
})

test('groups are searched, chosen and removed only by keyboard, and a chosen one stays in sight', async () => {
  const { send } = openServer()
  await draw((core) => <Chooses core={core} />, { send })
  await expect.element(page.getByRole('checkbox', { name: 'Group 0 CN=0' })).toBeVisible()
  await userEvent.keyboard('{Tab}9999')
  await expect.poll(() => rows().length).toBe(1)
  await userEvent.keyboard('{Tab}{Tab} ')
  await expect.element(page.getByText('Result: Group 9999')).toBeVisible()
  await userEvent.fill(search(), 'Group 17')
  await expect.poll(() => rows().length).toBe(groupChoicesMax)
  await page.getByRole('checkbox', { name: 'Group 17 CN=17' }).click()
  await expect.element(page.getByText('Result: Group 9999, Group 17')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Group 9999' }).click()
  await expect.element(page.getByText('Result: Group 17')).toBeVisible()
  await expect.element(search()).toHaveFocus()
})

test('of one group, another choice replaces the first, and Escape clears the search', async () => {
  const { send } = openServer()
  await draw((core) => <Chooses core={core} isOne />, { send })
  await page.getByRole('radio', { name: 'Group 3 CN=3' }).click()
  await page.getByRole('radio', { name: 'Group 4 CN=4' }).click()
  await expect.element(page.getByText('Result: Group 4')).toBeVisible()
  await userEvent.fill(search(), 'no such group')
  await expect.element(page.getByText('No group matches “no such group”.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => rows().length).toBe(groupChoicesMax)
  await expect.element(search()).toHaveFocus()
})

test('what is offered for an unknown name is not offered while a group has the name, and clears the search', async () => {
  const { send } = openServer()
  const missing: Missing = (text, clear) => (
    <button type="button" onClick={clear}>
      Add {text}
    </button>
  )
  await draw((core) => <Chooses core={core} missing={missing} />, { send })
  await userEvent.fill(search(), 'Group 9999')
  await expect.poll(() => rows().length).toBe(1)
  expect(page.getByRole('button', { name: /^Add/ }).elements()).toEqual([])
  await userEvent.fill(search(), 'Night shift')
  await page.getByRole('button', { name: 'Add Night shift' }).click()
  await expect.element(search()).toHaveFocus()
  await expect.element(search()).toHaveValue('')
})
