import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Loading } from './loading.tsx'
import { PendingStatus } from './pending-status.tsx'
import { draw } from './testing/draw.tsx'

/** What the page says, each time that it says something else. */
function listen(): { readonly said: readonly string[] } {
  const said: string[] = []
  let last = ''
  const hear = () => {
    const now = [...document.querySelectorAll('output')].map(({ textContent }) => textContent).join('')
    if (now !== last && now !== '') said.push(now)
    last = now
  }
  new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true })
  return { said }
}

test('a page says once that it is loading, however many parts load, one after the other and together', async () => {
  const steps = createStore(() => 0)
  function Parts() {
    const step = useStore(steps)
    if (step === 0) return <Loading key="words" />
    return step === 1 ? [1, 2, 3].map((part) => <Loading key={part} />) : <p>Ready</p>
  }
  const { said } = listen()
  await draw(
    <>
      <Parts />
      <PendingStatus />
    </>,
  )
  await expect.element(page.getByText('Loading')).toBeInTheDocument()
  steps.setState(1, true)
  await expect.poll(() => document.querySelectorAll('[class*=loading-root]').length).toBe(3)
  steps.setState(2, true)
  await expect.element(page.getByText('Ready')).toBeVisible()
  await expect.element(page.getByText('Loading')).not.toBeInTheDocument()
  expect(said).toEqual(['Loading'])
})

test('a busy button is marked, keeps its name, and the page says that it is loading', async () => {
  await draw(
    <>
      <Button busy>Save</Button>
      <PendingStatus />
    </>,
  )
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading')
})

test('a dialog says itself that its button is busy, because the page behind it is silent', async () => {
  await draw(
    <Dialog title="Stop sending" actions={<Button busy>Stop</Button>}>
      Stop?
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent('Loading')
})
