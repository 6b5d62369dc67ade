import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

/** The demo's simulated providers, as their own people and a test reach them. */
export type SimulatedProviders = {
  /** The address of all of them, without a slash at the end. */
  readonly url: string
  /** What one of them does wrong from now on (`packages/simulator/src/control/routes.ts`); needs `--simulator-control`. */
  misbehave(provider: string, switches: Readonly<Record<string, unknown>>): Promise<void>
  /** It signs with another key from now on: the next one, if that was shown. */
  rotateKeys(provider: string): Promise<void>
  /** All of that one's switches back. */
  behave(provider: string): Promise<void>
}

/** The simulator of a running demo, by what its data directory says. */
export function simulatedProviders(dataDir: string): SimulatedProviders {
  const { url } = JSON.parse(readFileSync(join(dataDir, 'demo', 'simulator.json'), 'utf8')) as { url: string }
  async function control(method: string, path: string, body: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/control/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok)
      throw new Error(`${method} /control/${path} answered ${response.status}: ${await response.text()}`)
  }
  return {
    url,
    misbehave: (provider, switches) => control('PUT', provider, switches),
    rotateKeys: (provider) => control('POST', `${provider}/rotate-keys`, {}),
    behave: (provider) => control('POST', `${provider}/reset`, {}),
  }
}

/** Goes to a company's provider from the simulator's first page and signs out there, saying so twice where it asks. */
export async function signOutAtProvider(page: Page, { url }: SimulatedProviders, company: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('link', { name: company, exact: true }).click()
  await page.getByText('Signed in as').waitFor()
  await page.getByRole('button', { name: /^Sign out/ }).click()
  const question = page.getByRole('button', { name: 'Stay signed in' })
  const goodbye = page.getByText('You are signed out')
  await question.or(goodbye).waitFor()
  if (await question.isVisible()) await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await goodbye.waitFor()
}
