import { join } from 'node:path'

import { expect } from 'vitest'

import type { Installation } from './installation.ts'
import { processesNaming } from './processes.ts'
import { readAutomation, startDemoIn, type ServerProcess } from './server-process.ts'
import { loginArguments, openShell, type Shell } from './shell.ts'

export type RoundOptions = {
  /** Where the data directory goes; a folder the user may write. */
  readonly home: string
  /** Command words before the programs: another Node.js, another user. */
  readonly prefix: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Runs once the service account is signed in. */
  readonly further?: (opened: { readonly server: ServerProcess; readonly shell: Shell }) => Promise<void>
}

/** The demo starts and serves, a service account signs in and lists, and everything ends. Answers how long the start took. */
export async function wholeRound(installation: Installation, options: RoundOptions): Promise<{ startMs: number }> {
  const { home, prefix, env = {}, further } = options
  const dataDir = join(home, 'data')
  const server = await startDemoIn(installation, { dataDir, prefix, env: { HOME: home, ...env }, cwd: home })
  try {
    expect(await (await fetch(`${server.url}/login`)).text()).toContain('id="login-form"')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const shell = openShell(installation, home, { prefix, env })
    const { code, stderr } = await shell.portico([...loginArguments(readAutomation(dataDir)), '--env', 'Production'])
    expect(code, stderr).toBe(0)
    const applications = await shell.json<{ label: string }[]>(['app', 'list'])
    expect(applications.map(({ label }) => label)).toContain('Billing')
    const accounts = await shell.json<{ name: string }[]>(['service-account', 'list'])
    expect(accounts.map(({ name }) => name)).toContain('Portal automation')
    expect((await shell.portico(['service-account', 'get', 'nobody'])).code).toBe(6)
    await further?.({ server, shell })
  } finally {
    await server.stop()
  }
  expect(processesNaming(dataDir)).toEqual([])
  return server
}
