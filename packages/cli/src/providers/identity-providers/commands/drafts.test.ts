import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { IdentityProvider, TestLogin, TestResult } from '@portico/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'
import { allWords } from '../../../kit/words/all-words.ts'
import { testResultLines } from '../test-result-lines.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [
      {
        name: 'Login',
        type: 'OIDC',
        primary: true,
        // Nothing listens there: a test login fails when it begins.
        config: { issuer: 'http://127.0.0.1:9/login', clientId: 'portico' },
        clientSecret: 'not-a-secret-in-tests',
        emailSuffixes: [`drafts${Date.now()}.example`],
      },
    ],
    firstAdminGroup: undefined,
  })
})
afterEach(() => at?.close())

const idp = (...argv: string[]) => at.run(['idp', ...argv])
const held = async (name = 'Login') => JSON.parse((await idp('get', name, '--json')).stdout) as IdentityProvider

/** A program that opens an address as a browser does, and shows nothing. */
function browser(): string {
  const program = join(at.terminal.folder, 'browser')
  const open = `fetch(process.argv[1], { redirect: 'manual' }).then((page) => page.text())`
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} -e "${open}" "$1"\n`)
  chmodSync(program, 0o755)
  return program
}

describe('a change', () => {
  test('is kept without a test where only the name differs', async () => {
    const saved = await idp('update', 'Login', '--name', 'Company login')
    expect(saved.stderr).toMatch(
      /^Saved as a draft: sign-ins do not use it until it is kept\.\nTo put it into effect: portico idp keep /,
    )
    expect(await held('Company login')).toMatchObject({ draft: 'tested', enabled: true })
    const asked = await idp('keep', 'Company login')
    expect([asked.code, asked.stderr]).toEqual([
      2,
      'error: The changes of Company login need no test login. Put them into effect? There is no terminal to ask on: add -y. Nothing was changed.\n',
    ])
    const kept = await idp('keep', 'Company login', '-y')
    expect(kept).toMatchObject({ code: 0, stderr: 'The changes are in effect.\n' })
    expect(await held('Company login')).toMatchObject({ draft: null })
  })

  test('of the configuration is refused until a test login passed, and reverted', async () => {
    const saved = await idp('update', 'Login', '--set', 'groupClaim=roles')
    expect(saved.stderr).toContain('To test it: portico idp test ')
    const refused = await idp('keep', 'Login', '-y')
    expect(refused.code).toBe(7)
    expect(refused.stderr).toContain('Run a test login first')
    expect(await held()).toMatchObject({ draft: 'changed', config: { groupClaim: 'roles' } })
    expect((await idp('revert', 'Login', '-y')).stderr).toBe('The changes were discarded.\n')
    expect(await held()).toMatchObject({ draft: null, config: { groupClaim: 'groups' } })
  })

  test('is kept for a time with --confirm-within, and get says when it reverts', async () => {
    await idp('update', 'Login', '--name', 'For now')
    const malformed = await idp('keep', 'For now', '-y', '--confirm-within', '30s')
    expect(malformed.code).toBe(64)
    expect(malformed.stderr).toContain('30s is not a time to confirm')
    const kept = await idp('keep', 'For now', '-y', '--confirm-within', '10m')
    expect(kept.code).toBe(0)
    const { revertsAt } = (await held('For now')) as unknown as { revertsAt: string }
    expect(Date.parse(revertsAt)).toBeGreaterThan(Date.now() + 540_000)
    expect(kept.stderr).toContain(`They revert at ${revertsAt}, unless a Security Admin signs in with For now before.`)
  })

  test('of username formats is a draft of the provider', async () => {
    const saved = await at.run(['username-format', 'add', '--idp', 'Login', '--windows', 'ACME'])
    expect(saved.stderr).toContain('To test it: portico idp test ')
    expect(await held()).toMatchObject({ draft: 'changed', prefixes: ['acme'] })
    const listed = await at.run(['username-format', 'list', '--json', 'type'])
    expect(JSON.parse(listed.stdout)).toEqual([{ type: 'suffix' }])
  })

  test('of a new provider is removed by revert', async () => {
    const made = ['create', '--type', 'oidc', '--name', 'New', '--set', 'issuer=https://a.example']
    expect((await idp(...made, '--set', 'clientId=x')).code).toBe(0)
    expect(await held('New')).toMatchObject({ draft: 'new', enabled: true, primary: false })
    expect((await idp('revert', 'New', '-y')).stderr).toBe('The identity provider was removed.\n')
    expect((await idp('get', 'New')).code).toBe(6)
  })
})

describe('portico idp test', () => {
  test('opens the browser, prints the checks, and exits with 1 where one fails', async () => {
    const ended = await at.run(['idp', 'test', 'Login'], { env: { BROWSER: browser() } })
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('ok       Identity provider')
    expect(ended.stdout).toContain('FAILED   Provider’s addresses')
    expect(ended.stderr).toContain('The test login failed.')
  })

  test('with --no-fresh does not request a new check of the credentials, and the record notes it', async () => {
    const planned = await at.run(['idp', 'test', 'Login', '--no-fresh', '--dry-run'])
    expect(planned.stdout).toMatch(/POST \S+\/tests\?fresh=false/)
    const ended = await at.run(['idp', 'test', 'Login', '--no-fresh', '--json'], { env: { BROWSER: browser() } })
    expect(JSON.parse(ended.stdout)).toMatchObject({ fresh: false })
  })

  test('with --json prints the whole test', async () => {
    const ended = await at.run(['idp', 'test', 'Login', '--json'], { env: { BROWSER: browser() } })
    const shown = JSON.parse(ended.stdout) as TestLogin
    expect(shown).toMatchObject({ state: 'failed', fresh: true, current: true, result: null })
    expect(shown.checks.map(({ check, outcome }) => [check, outcome])).toEqual([
      ['provider', 'passed'],
      ['discovery', 'failed'],
    ])
  })
})

test('the result shows what the person gets, what that changes, and what the provider sent', async () => {
  const result: TestResult = {
    claims: { sub: '1', upn: 'CORP\\ada', groups: ['/eu/staff'], auth_time: 1_795_950_318 },
    mapped: {
      username: 'ada@acme.example',
      name: 'Ada',
      email: null,
      format: '@acme.example',
      groups: [{ claim: '/eu/staff', name: 'staff' }],
      names: {
        username: { before: 'CORP\\ada', after: 'ada@acme.example' },
        groups: [{ before: '/eu/staff', after: 'staff' }],
      },
      roles: [
        { label: 'Security Admin', application: null, environment: null },
        { label: 'Viewer', application: 'Billing', environment: 'Production' },
        { label: 'Viewer', application: 'Billing', environment: 'Staging' },
        { label: 'Buyer', application: 'Orders', environment: 'Production' },
      ],
      securityAdmin: true,
      today: {
        username: 'ada@acme.example',
        groups: [{ claim: 'sales', name: 'Sales' }],
        roles: [{ label: 'Security Admin', application: null, environment: null }],
      },
    },
    clockSecs: -3,
  }
  const written = { write: () => undefined, isTTY: false, columns: undefined }
  const io = { stdout: written, stderr: written, env: {} } as unknown as Parameters<typeof testResultLines>[2]
  const signedInAt = new Date('2026-11-29T11:05:18Z')
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(signedInAt)
  expect(testResultLines(result, await allWords('en'), io)).toBe(
    `
What this person gets here:
  Username: CORP\\ada becomes ada@acme.example
  Name: Ada
  Email address: none
  Role in the portal: Security Admin
  Roles in Production, Staging: Billing: Viewer
  Roles in Production: Orders: Buyer
  Groups: /eu/staff becomes staff
What differs from today:
  Roles:
  + Billing: Viewer (Production, Staging)
  + Orders: Buyer (Production)
  Groups:
  - Sales
  + staff
Sent by the provider:
  sub: 1
  upn: CORP\\ada
  groups: /eu/staff
  auth_time: ${time}
  Username format: @acme.example
  Clock of the provider: 3 s ahead
`,
  )
})
