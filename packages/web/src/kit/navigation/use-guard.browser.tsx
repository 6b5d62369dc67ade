import { useMemo, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { usePortal } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { draw } from '../ui/testing/draw.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useGuard } from './use-guard.ts'

const start = location.pathname + location.search
afterEach(() => history.replaceState(null, '', start))

function Form({ hasChanges }: { hasChanges: boolean }) {
  const { typedWork } = usePortal()
  useGuard(
    useMemo(
      () => ({ hasChanges: () => hasChanges, save: () => Promise.resolve(true), discard: () => undefined }),
      [hasChanges],
    ),
  )
  return (
    <>
      <Link to="/portal/elsewhere">Elsewhere</Link>
      <Button onClick={() => typedWork.beginSignIn()}>Sign in again</Button>
      <LeaveDialog canSave reason={undefined}>
        The name
      </LeaveDialog>
    </>
  )
}

function ClosingForm() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(false)}>Close it</Button>
      {isOpen && <Form hasChanges />}
    </>
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Save your changes first?' })
const link = () => page.getByRole('link', { name: 'Elsewhere' })
/** Whether the browser would ask before the tab is closed. */
const asksOnClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a link away from unsaved changes asks, and Cancel stays', async () => {
  await draw(<Form hasChanges />)
  await link().click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(dialog()).toHaveTextContent('The name')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(location.pathname + location.search).toBe(start)
  await expect.element(link()).toHaveFocus()
})

test('without changes neither a link nor closing the tab asks', async () => {
  await draw(<Form hasChanges={false} />)
  expect(asksOnClose()).toBe(false)
  await link().click()
  await expect.poll(() => location.pathname).toBe('/portal/elsewhere')
})

test('closing the tab asks, but not on the way to sign in again: what was typed is kept', async () => {
  await draw(<Form hasChanges />)
  await expect.element(link()).toBeVisible()
  expect(asksOnClose()).toBe(true)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  expect(asksOnClose()).toBe(false)
})

test('a form that is no longer on screen asks nothing', async () => {
  const core = await draw(<ClosingForm />)
  expect(core.leaveBlocker.wouldLose()).toBe(true)
  await page.getByRole('button', { name: 'Close it' }).click()
  await expect.element(link()).not.toBeInTheDocument()
  expect(core.leaveBlocker.wouldLose()).toBe(false)
  expect(asksOnClose()).toBe(false)
})
