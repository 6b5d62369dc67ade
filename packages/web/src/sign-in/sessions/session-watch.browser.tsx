import type { CloudSession, HttpRequest } from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { answer, draw } from '../../kit/ui/testing/draw.tsx'
import { SessionWatch } from './session-watch.tsx'

/** The page of a session that ends in `seconds`, until it is renewed. */
async function drawWatch(seconds: number) {
  let endsAt = Date.now() + seconds * 1000
  let renewals = 0
  const send = ({ method, path }: HttpRequest) => {
    if (!path.includes('/cloudsession')) return Promise.resolve(answer(200, { tenantName: 'Acme' }))
    if (method === 'PUT') {
      renewals += 1
      endsAt = Date.now() + 900_000
    }
    const session: CloudSession = {
      expiresOn: new Date(endsAt).toISOString(),
      sessionIdleSecs: 900,
      deactivated: false,
      systemBanner: null,
    }
    return Promise.resolve(answer(200, session))
  }
  await draw(<SessionWatch />, { send })
  return { renewals: () => renewals }
}

const dialog = () => page.getByRole('dialog')
const secondsLeft = () => Number(/(\d+) second/.exec(page.getByRole('timer').element().textContent)?.[1])

test('before the session ends, the dialog counts down, and continuing renews the session', async () => {
  const { renewals } = await drawWatch(50)
  await expect.element(dialog()).toHaveTextContent('Are you still there?')
  const first = secondsLeft()
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(50)
  await expect.poll(secondsLeft).toBe(first - 1)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => dialog().elements().length).toBe(0)
  expect(renewals()).toBe(1)
})

test('after the end, the dialog offers only to sign in', async () => {
  await drawWatch(-1)
  await expect.element(dialog()).toHaveTextContent('Your session has ended')
  expect(dialog().getByRole('button').elements().length).toBe(1)
})
