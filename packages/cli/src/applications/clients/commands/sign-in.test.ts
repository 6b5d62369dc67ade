import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKeyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer } from '../../../testing/portal-server.ts'

const callback = 'https://billing.example/callback'
let server: PortalServer

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())

test('what is named is set and the rest stays; a secret is printed once or written to a private file; a removal asks', async () => {
  const applications = [{ slug: 'billing', label: 'Billing', groups: ['staff'] }]
  const at = await server.open(makeKeyPair(), { applications })
  const signIn = (...argv: readonly string[]) => at.run(['app', 'sign-in', ...argv])
  const stored = async () => JSON.parse((await signIn('get', 'Billing', '--json')).stdout) as unknown
  const dry = await signIn('set', 'Billing', '--redirect-uri', callback, '--dry-run')
  expect(dry.stdout).toContain(`redirectUris: (none) -> ["${callback}"]`)
  expect(await stored()).toMatchObject({ application: 'Billing', protocol: null, clientId: null })
  expect((await signIn('set', 'Billing', '--redirect-uri', callback)).code).toBe(0)
  expect((await signIn('set', 'Billing', '--auth-method', 'client_secret_post', '--dpop')).code).toBe(0)
  expect(await stored()).toMatchObject({ protocol: 'openid', addresses: [callback] })
  const wrong = await signIn('set', 'Billing', '--redirect-uri', 'http://billing.example')
  expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('Enter an https address.')])
  const life = await signIn('set', 'Billing', '--no-require-pkce', '--refresh-tokens', '7d', '--dry-run')
  expect(life.stdout).toContain('requirePkce: true -> false')
  expect(life.stdout).toContain('"refreshTokens":"7d"')
  const open = await signIn('set', 'Billing', '--auth-method', 'none', '--no-require-pkce')
  expect([open.code, open.stderr]).toEqual([3, expect.stringContaining('must use PKCE')])
  const { stdout } = await signIn('secret', 'Billing', '--json', 'secret')
  expect(JSON.parse(stdout)).toEqual({ secret: expect.stringMatching(/^pcs_/) })
  expect(await stored()).toMatchObject({ secret: null })
  const file = join(at.terminal.folder, 'billing.secret')
  const written = await signIn('secret', 'Billing', '--now', '--out-file', file)
  expect([written.code, written.stdout.includes('pcs_'), statSync(file).mode & 0o777]).toEqual([0, false, 0o600])
  expect(readFileSync(file, 'utf8')).toMatch(/^pcs_/)
  expect((await signIn('remove', 'Billing')).code).toBe(2)
  expect((await signIn('remove', 'Billing', '-y')).code).toBe(0)
  expect(await stored()).toMatchObject({ protocol: null })
  await at.close()
})

test('a registration that identifies people by their e-mail address warns where several providers lead to it', async () => {
  const provider = {
    type: 'OIDC',
    config: { issuer: 'http://127.0.0.1:9/x', clientId: 'portico' },
    clientSecret: 'no secret',
  }
  const at = await server.open(makeKeyPair(), {
    identityProviders: [
      { ...provider, name: 'Main', primary: true, emailSuffixes: ['mails.example'] },
      { ...provider, name: 'Partners', emailSuffixes: ['partners.mails.example'] },
    ],
    applications: [
      {
        slug: 'billing',
        label: 'Billing',
        groups: ['staff', { provider: 'Partners', group: 'guests', name: 'Guests' }],
      },
      { slug: 'wiki', label: 'Wiki', groups: ['staff'] },
    ],
  })
  const set = (app: string, ...flags: readonly string[]) =>
    at.run([
      'app',
      'sign-in',
      'set',
      app,
      '--entity-id',
      `https://${app}.example`,
      '--acs-url',
      'https://x.example/acs',
      ...flags,
    ])
  const byEmail = ['--name-id-format', 'emailAddress']
  const warned = await set('Billing', ...byEmail)
  expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining('Main, Partners. It identifies them by')])
  expect((await set('Wiki', ...byEmail)).stderr).not.toContain('identifies them')
  expect((await set('Billing', '--name-id-format', 'persistent')).stderr).not.toContain('identifies them')
  const { stdout } = await at.run([
    'app',
    'sign-in',
    'set',
    'Billing',
    '--name-id-format',
    'persistent',
    '--any-email',
    '--dry-run',
  ])
  expect(stdout).toContain('anyEmail: false -> true')
  await at.close()
})
