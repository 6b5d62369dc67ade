import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startDirectory, type Directory } from '../../protocols/scim/testing/directory.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, landing, newBrowser, providerEntry, startAt } from '../../testing/sign-in-run.ts'
import { createTestServer, smallTenant, withoutRateLimits, type TestServer } from '../../testing/test-server.ts'

// What applications learn of a person beside the name (OpenID Connect Core section 5.1), and how the person signed in.
let server: TestServer
let provider: ScriptedProvider
let directory: Directory

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
  const main = providerEntry(provider.issuer, { suffixes: ['acme.example'] })
  directory = await startDirectory(server, 'acme', smallTenant('acme', { identityProviders: [main] }))
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

async function signIn(name: string, claims: object) {
  const username = `${name}@acme.example`
  provider.plays({ person: { sub: name, preferred_username: username, groups: [], roles: [], ...claims } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  const { error } = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
  expect(error).toBeNull()
}

async function rowOf(name: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select u.given_name, u.family_name, u.locale, u.updated_at, s.acr, s.amr
      from users u left join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
     where u.username = ${`${name}@acme.example`} order by s.created_at desc limit 1`.execute(server.database.owner)
  return rows[0]
}

it('come from the ID token, and a sign-in that does not say them keeps them', async () => {
  const shown = { name: 'Ada Lovelace', nickname: 'Ada' }
  const said = {
    ...shown,
    given_name: 'Ada',
    family_name: 'Lovelace',
    locale: 'en_GB',
    acr: 'urn:mfa',
    amr: ['pwd', 'otp'],
  }
  await signIn('ada', said)
  const names = { given_name: 'Ada', family_name: 'Lovelace', locale: 'en-GB' }
  const first = await rowOf('ada')
  expect(first).toMatchObject({ ...names, acr: 'urn:mfa', amr: ['pwd', 'otp'] })
  await signIn('ada', { ...shown, amr: 'pwd', acr: 7 })
  const second = await rowOf('ada')
  expect(second).toMatchObject({ ...names, acr: null, amr: ['pwd'], updated_at: first?.['updated_at'] })
  await signIn('ada', { ...said, family_name: 'King' })
  const third = await rowOf('ada')
  expect(third).toMatchObject({ family_name: 'King' })
  expect(third?.['updated_at']).not.toEqual(first?.['updated_at'])
})

it('come from a directory', async () => {
  const name = { givenName: 'Grace', familyName: 'Hopper' }
  const { body } = await directory.send('POST', '/Users', {
    userName: 'grace@acme.example',
    name,
    preferredLanguage: 'de-AT, en;q=0.5',
  })
  expect(await rowOf('grace')).toMatchObject({ given_name: 'Grace', family_name: 'Hopper', locale: 'de-AT' })
  await directory.send('PUT', `/Users/${String(body['id'])}`, { userName: 'grace@acme.example', name, locale: 'en-US' })
  expect(await rowOf('grace')).toMatchObject({ locale: 'en-US' })
})
