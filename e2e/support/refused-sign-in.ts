import type { Browser } from 'playwright-core'

import { readPeople, type ServerProcess } from './server-process.ts'
import { enterPassword, enterUsername } from './sign-in.ts'
import type { SimulatedProviders } from './simulated-providers.ts'
import { openVisitor } from './visitor.ts'

/**
 * The code shown to a person whose provider names another audience: acme's partners sign in, and their provider
 * names another audience from now on. Needs `--simulator-control`.
 */
export async function refusedSignIn(
  browser: Browser,
  demo: Pick<ServerProcess, 'url' | 'dataDir'>,
  simulator: SimulatedProviders,
): Promise<string> {
  const person = readPeople(demo.dataDir).find((one) => one.tenant === 'acme' && one.type === 'OPENSAML')
  if (person === undefined) throw new Error('The demo has no person who signs in with SAML.')
  await simulator.misbehave('acme-partners', { wrongAudience: true })
  const visitor = await openVisitor(browser)
  const { page } = visitor
  try {
    await enterUsername(page, demo.url, person.username)
    await enterPassword(page, person)
    await page.waitForURL(`${demo.url}/login/unauthorized?**`)
    const code = new URL(page.url()).searchParams.get('reference') ?? ''
    await page.getByText(code).waitFor()
    return code
  } finally {
    await visitor.close()
  }
}
