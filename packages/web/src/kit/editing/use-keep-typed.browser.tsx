import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

import { usePortal } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { draw } from '../ui/testing/draw.tsx'
import { useKeepTyped } from './use-keep-typed.ts'

const start = location.pathname + location.search
const formPath = '/portal/admin/robots/R2'
const ada = { nickname: 'Ada', name: 'Ada O', tenantName: 'Acme', environmentName: 'Production', routes: [] }
const bo = { ...ada, nickname: 'Bo', name: 'Bo P' }

beforeEach(() => history.replaceState(null, '', formPath))
afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', start)
})

/** A form with one text, which was stored as "R2". */
function Form() {
  const { typedWork } = usePortal()
  const [name, setName] = useState('R2')
  useKeepTyped({
    guard: { hasChanges: () => name !== 'R2' },
    typed: () => ({ name }),
    retype: (content) => setName((content as { name: string }).name),
  })
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <Button onClick={() => typedWork.beginSignIn()}>Sign in again</Button>
    </>
  )
}

const nameField = () => page.getByRole('textbox', { name: 'Name' })
const kept = () => sessionStorage.getItem('portico.typed-work')

async function drawAs(user: typeof ada): Promise<void> {
  const core = await draw(<Form />)
  core.launcher.setState({ user })
}

/** Types a name and leaves the page, to sign in again or otherwise. */
async function leave(typed: string, isSigningIn: boolean): Promise<void> {
  await drawAs(ada)
  await nameField().fill(typed)
  if (isSigningIn) await page.getByRole('button', { name: 'Sign in again' }).click()
  window.dispatchEvent(new Event('pagehide'))
  await cleanup()
}

test.each([
  ['by the same person, comes back', ada, 'typed'],
  ['by another person, does not', bo, 'R2'],
])('what was typed before a new sign-in %s', async (_, user, shown) => {
  await leave('typed', true)
  await drawAs(user)
  await expect.element(nameField()).toHaveValue(shown)
  expect(kept()).toBeNull()
})

test.each([
  ['a page that is left otherwise', 'typed', false],
  ['a form without changes', 'R2', true],
])('nothing is kept of %s', async (_, typed, isSigningIn) => {
  await leave(typed, isSigningIn)
  expect(kept()).toBeNull()
})
