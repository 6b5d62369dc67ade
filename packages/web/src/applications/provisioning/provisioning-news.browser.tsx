import { clientMessages, noProvisioning, type Provisioning } from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { draw } from '../../kit/ui/testing/draw.tsx'
import { ProvisioningNews } from './provisioning-news.tsx'

const sending: Provisioning = {
  ...noProvisioning,
  config: {
    url: 'https://billing.example/scim',
    sendGroups: true,
    anyEmail: false,
    removal: 'deactivate',
    enabled: true,
  },
  people: 3,
  behind: 2,
  comparedAt: '2026-01-31T10:00:00Z',
}

test('what a refresh brings is announced once, and again when it is news again', async () => {
  const store = createStore(() => sending)
  const read = (stored: Provisioning) => store.setState(stored)
  function Part() {
    const stored = useStore(store)
    return (
      <>
        <ProvisioningNews stored={stored} />
        <p>Behind: {stored.behind}</p>
      </>
    )
  }
  await draw((core) => {
    core.branding.learn(clientMessages)
    return <Part />
  })
  const region = page.getByRole('status').first().element()
  const changes: string[] = []
  new MutationObserver(() => changes.push(region.textContent)).observe(region, { subtree: true, childList: true })
  const readWith = async (behind: number) => {
    read({ ...sending, behind })
    await expect.element(page.getByText(`Behind: ${behind}`)).toBeVisible()
  }
  const upToDate = 'The application is up to date.'
  await readWith(1)
  expect(changes).toEqual([])
  await readWith(0)
  await expect.poll(() => changes).toEqual([upToDate])
  read({ ...sending, behind: 0, lastSentAt: '2026-01-31T10:01:00Z' })
  await readWith(7)
  await readWith(0)
  await expect.poll(() => changes).toEqual([upToDate, upToDate])
})
