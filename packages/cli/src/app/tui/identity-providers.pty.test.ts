import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import { openIdProvider } from '../../testing/portal-server.ts'
import { samlMetadata } from '../../testing/saml-metadata.ts'
import type { Pty, PtyOptions } from './testing/pty.ts'
import { openTerminalUnderTest, type TerminalUnderTest } from './testing/terminal-under-test.ts'

let under: TerminalUnderTest
const { publicPem, privatePem } = keyPair(1)

beforeAll(async () => {
  under = await openTerminalUnderTest(publicPem)
  copyFileSync(join(import.meta.dirname, '../../testing/certificate.pem'), join(under.folder, 'idp.pem'))
  writeFileSync(join(under.folder, 'private.pem'), privatePem)
  writeFileSync(join(under.folder, 'federation.xml'), samlMetadata('https://one.example', 'https://two.example'))
})

afterAll(() => under.close())

const first = openIdProvider('First', { primary: true, emailSuffixes: ['first.example'] })
beforeEach(() => under.renew({ more: { identityProviders: [first] } }))

const stored = async (name: string) =>
  JSON.parse((await under.at.run(['idp', 'get', name, '--json'])).stdout) as unknown

/** The list of identity providers, unlocked. */
async function open(options: Partial<PtyOptions> = {}): Promise<Pty> {
  const pty = under.open(options)
  await pty.until('Service accounts')
  pty.write('4')
  await pty.until(/Identity providers\n[^]*(?:There is no identity provider yet|1 of \d)/)
  pty.write(':write\r')
  await pty.until('ALL ENVIRONMENTS WRITE')
  return pty
}

it('a provider from beginning to end: imported, saved, given its domains, changed, stopped when leaving, deleted', async () => {
  const pty = await open()
  pty.write('cOPENSAML\r')
  await pty.until('Add SAML 2.0')
  pty.write('Shibboleth\u001b[27u')
  pty.write(`m${join(under.folder, 'federation.xml')}\r`)
  await pty.until('The document describes 2 identity providers')
  pty.write('two\r')
  await pty.until('The metadata contains no signing certificate.')
  expect(await pty.text()).toContain('+ https://login.example.com/sso')
  pty.write('\u001b[27us')
  await pty.until('Add at least one signing certificate in PEM format.')
  pty.write(`f${join(under.folder, 'private.pem')}\r`)
  await pty.until('This file holds a private key.')
  pty.write(`\u0015${join(under.folder, 'idp.pem')}\r`)
  await pty.until(/Signing certificate 1 +until \d{4}/)
  pty.write('s')
  await pty.until('Add this identity provider?')
  pty.write('\r')

  // Username formats: one domain is taken, and the row names the other provider.
  await pty.until('No Formats configured')
  pty.write('afirst.example\rs')
  await pty.until('+ @first.example')
  pty.write('\r')
  await pty.until('belongs to the identity provider “First”.')
  pty.write('xashib.example\rs')
  await pty.until('+ @shib.example')
  pty.write('\r')
  await pty.until('The username formats were saved.')
  expect(await stored('Shibboleth')).toMatchObject({
    name: 'Shibboleth',
    config: { entityId: 'https://two.example', attributes: { group: 'groups', username: 'mail' } },
    suffixes: ['shib.example'],
  })

  // Unsaved changes: leaving asks.
  pty.write('t')
  await pty.until(/› Name +Shibboleth/)
  pty.write('\r two\u001b:certs\r')
  await pty.until('Save your changes first?')
  expect(await pty.text()).toMatch(/- Shibboleth\s[^]*\+ Shibboleth two/)
  pty.write('d')
  await pty.until(/Shibboleth +1 +valid/)
  expect(await stored('Shibboleth')).toMatchObject({ name: 'Shibboleth' })

  // Find and delete it by name.
  pty.write(':idp shibboleth\r')
  await pty.until(/› Name +Shibboleth/)
  pty.write('d')
  await pty.until('Delete Shibboleth?')
  pty.write('Shib\r')
  await pty.until('Type Shibboleth to continue.')
  pty.write('boleth\r')
  await pty.until('The identity provider was deleted.')
  expect((await under.at.run(['idp', 'list', '--jq', '.[].name'])).stdout).toBe('First\n')
})

it('a secret is never on the screen, neither as it is typed nor pasted', async () => {
  const pty = await open()
  pty.write('\r')
  await pty.until(/Client secret +stored/)
  pty.write('jjjj\r')
  await pty.until('type or paste it')
  pty.write('typed-secret\u001b[200~pasted-secret\u001b[201~')
  await pty.until(/Client secret +\*{25}/)
  pty.write('\u001b[27us')
  await pty.until('+ a new secret')
  pty.write('\r')
  await pty.until('The identity provider was saved as a draft.')
  expect(pty.written()).not.toMatch(/typed-secret|pasted-secret/)
  const id = under.at.tenant.identityProviderIds.get('First') ?? ''
  await under.at.tenant.keepProvider(id)
  expect(await under.at.tenant.providerSecrets(id)).toEqual({ clientSecret: 'typed-secretpasted-secret' })
  pty.write('jr')
  await pty.until('Sign-ins')
})

it('without :write nothing can be changed, and --readonly has no :write', async () => {
  const pty = under.open({ settings: { isReadonly: true } })
  await pty.until('Service accounts')
  pty.write('4')
  await pty.until('ALL ENVIRONMENTS READ-ONLY')
  pty.write('c')
  await pty.until('started with --readonly')
  pty.write(':write\r')
  await pty.until('started with --readonly')
  pty.write('\rs')
  await pty.until(/› Name +First[^]*started with --readonly/)
  expect(await pty.text()).toContain('ALL ENVIRONMENTS READ-ONLY')
})

it('a sign-in is opened by its code, says what to do, and leads on to where the username goes', async () => {
  const providerId = under.at.tenant.identityProviderIds.get('First') ?? ''
  const evidence = { expected: 'portico', found: 'other' }
  const check = { check: 'id-token-claims', outcome: 'failed', finding: 'audience-wrong', evidence } as const
  const username = 'ada@first.example'
  await under.at.tenant.addSignIns([{ code: 'K7QF-2M9X', outcome: 'failed', username, providerId, checks: [check] }])
  const pty = under.open({ columns: 80, rows: 24 })
  await pty.until('Service accounts')
  pty.write('7')
  await pty.until(/K7QF-2M9X +\d+[smhd] +ada@first/)
  pty.write(':sign-in k7qf 2m9x\r')
  await pty.until('Compare “Client ID”')
  await pty.until('Expected: portico')
  pty.write('w')
  await pty.until('Where would this username go?')
  await pty.until(/“First”/)
  pty.write('p')
  await pty.until(/› Name +First/)
  pty.write('y')
  await pty.until('Copied: portico idp get First')
})
