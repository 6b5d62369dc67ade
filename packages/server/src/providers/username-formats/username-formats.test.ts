import {
  getUsernameFormats,
  keepIdentityProvider,
  listIdentityProviders,
  saveUsernameFormats,
  updateIdentityProvider,
  whereIs,
  type UsernameFormats,
} from '@portico/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { keepProvider, proveDraft } from '../../testing/keep-provider.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
let admin: Browser
let globexAdmin: Browser
const tenants: ImportedTenant[] = []

const provider = (name: string, suffixes: string[], primary: boolean) => ({
  name,
  type: 'OIDC',
  primary,
  config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
  clientSecret: 'not-a-secret-in-tests',
  emailSuffixes: suffixes,
})

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(
    smallTenant('acme', {
      identityProviders: [provider('Main', ['acme.example'], true), provider('Cloud', [], false)],
    }),
  )
  globex = await server.importTenant(smallTenant('globex'))
  tenants.push(acme, globex)
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  globexAdmin = await signedIn(server, globex, { username: 'gus@globex.example', groups: ['admins'] })
})
afterAll(() => server.close())

const idOf = (name: string, tenant = acme) => tenant.identityProviderIds.get(name) ?? ''

/** Saves formats and puts them into effect, as Keep does after a test login. */
async function save(formats: Partial<UsernameFormats>, id = idOf('Cloud'), browser = admin) {
  const body = { prefixes: [], suffixes: [], ...formats }
  const outcome = await browser.core.client.call(saveUsernameFormats, { params: { id }, body })
  if (outcome.ok) await keepProvider(server, tenantOf(id), id)
  return outcome
}

/** The same by the call, after a test login that passed. */
async function keepAfterSaving(formats: Partial<UsernameFormats>, name: string, tenant: ImportedTenant) {
  const browser = tenant === acme ? admin : globexAdmin
  const params = { id: idOf(name, tenant) }
  const body = { prefixes: [], suffixes: [], ...formats }
  const outcome = await browser.core.client.call(saveUsernameFormats, { params, body })
  if (!outcome.ok) return outcome
  await proveDraft(server, tenant.id, params.id)
  return browser.core.client.call(keepIdentityProvider, { params, body: { confirmed: true } })
}

const tenantOf = (id: string) =>
  tenants.find(({ identityProviderIds }) => [...identityProviderIds.values()].includes(id))?.id ?? ''

describe('formats of a provider', () => {
  it('the primary provider keeps one: without it no administrator could sign in to add another', async () => {
    expect(await save({}, idOf('Main'))).toMatchObject({
      ok: false,
      problem: { errorID: 'FORMATS_PRIMARY', status: 409 },
    })
    expect(await admin.core.client.call(getUsernameFormats, { params: { id: idOf('Main') } })).toMatchObject({
      value: { suffixes: ['acme.example'] },
    })
  })

  it('are replaced as a whole, in lower case, sorted, and read back', async () => {
    await save({ prefixes: ['OLD'] })
    const saved = await save({ prefixes: ['ZULU\\', 'ACME'], suffixes: ['@Cloud.acme.example'] })
    const expected = { prefixes: ['acme', 'zulu'], suffixes: ['cloud.acme.example'] }
    expect(saved).toMatchObject({ ok: true, value: expected })
    expect(await admin.core.client.call(getUsernameFormats, { params: { id: idOf('Cloud') } })).toMatchObject({
      value: expected,
    })
    const { value } = (await admin.core.client.call(listIdentityProviders, {})) as { value: { idps: unknown[] } }
    expect(value.idps).toContainEqual(expect.objectContaining({ name: 'Cloud', ...expected }))
  })

  it('carry the version of their provider: a save with an older one fails', async () => {
    const path = `/api/portal/admin/idps/${idOf('Cloud')}/formats`
    const etag = (await admin.send(path)).headers.get('etag') ?? ''
    const put = () =>
      admin.send(path, {
        method: 'PUT',
        body: JSON.stringify({ prefixes: [], suffixes: ['cloud.acme.example'] }),
        headers: {
          'content-type': 'application/json',
          'x-csrftoken': admin.cookies.get('csrf') ?? '',
          'if-match': etag,
        },
      })
    expect([(await put()).status, (await put()).status]).toEqual([200, 412])
  })

  it.each([
    [
      'of another provider, named',
      { suffixes: ['new.example', 'acme.example'] },
      'FORMAT_TAKEN',
      'suffixes.1',
      '“acme.example” belongs to the identity provider “Main”.',
    ],
    [
      'of another company, which is not named',
      { suffixes: ['globex.example'] },
      'FORMAT_TAKEN_ELSEWHERE',
      'suffixes.0',
      '“globex.example” is reserved by another company.',
    ],
    [
      'within a domain of another company',
      { suffixes: ['mail.globex.example'] },
      'FORMAT_TAKEN_SUBDOMAIN',
      'suffixes.0',
      '“mail.globex.example” is part of a domain that another company has reserved.',
    ],
    [
      'around a domain of another company',
      { suffixes: ['initech.example'] },
      'FORMAT_TAKEN_PARENT',
      'suffixes.0',
      '“initech.example” has a subdomain that another company has reserved.',
    ],
  ])('are refused where they are %s', async (_, formats, errorID, fieldID, errorMessage) => {
    await save({ suffixes: ['globex.example', 'dept.initech.example'] }, idOf('Main', globex), globexAdmin)
    expect(await save(formats)).toMatchObject({
      ok: false,
      problem: { status: 409, errorID, errorMessage, details: [{ errorID, fieldID, errorMessage }] },
    })
  })

  it.each([
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'München.example'],
    ['kite.example', 'ｋite.example'],
    ['mail.straße.example', 'xn--strae-oqa.example'],
  ])('%s and %s are one domain: two companies cannot have it', async (theirs, ours) => {
    await save({ suffixes: ['globex.example', theirs] }, idOf('Main', globex), globexAdmin)
    expect(await save({ suffixes: [ours] })).toMatchObject({ ok: false, problem: { status: 409 } })
  })

  it.each([
    ['ZÜRICH', 'Zu\u0308rich'],
    ['GLOBEX', 'ＧＬＯＢＥＸ'],
  ])('the Windows domains %s and %s look alike: two companies cannot have them', async (theirs, ours) => {
    await save({ suffixes: ['globex.example'], prefixes: [theirs] }, idOf('Main', globex), globexAdmin)
    expect(await save({ prefixes: [ours] })).toMatchObject({ ok: false, problem: { status: 409 } })
    expect(await globexAdmin.core.client.call(whereIs, { query: { username: `${ours}\\gus` } })).toMatchObject({
      value: { outcome: 'found', provider: { name: 'Main' } },
    })
  })

  it('lead there in every spelling of the domain', async () => {
    expect(await save({ suffixes: ['Grün.acme.example'] })).toMatchObject({
      value: { suffixes: ['xn--grn-ioa.acme.example'] },
    })
    for (const username of ['zoe@GRÜN.acme.example', 'zoe@xn--grn-ioa.acme.example', 'zoe@mail.grün.acme.example'])
      expect(await admin.core.client.call(whereIs, { query: { username } })).toMatchObject({
        value: { outcome: 'found', provider: { name: 'Cloud' } },
      })
  })

  it('are distinguished by kind: a Windows domain is not an email domain', async () => {
    expect(await save({ prefixes: ['acme.example'] })).toMatchObject({ ok: true })
  })

  it('are rejected when one is listed more than once', async () => {
    expect(await save({ prefixes: ['ACME', 'acme\\'] })).toMatchObject({
      problem: {
        status: 400,
        details: [{ errorID: 'FORMAT_TWICE', fieldID: 'prefixes.1', errorMessage: '“acme” is listed more than once.' }],
      },
    })
  })

  it.each([
    ['a public suffix', { suffixes: ['co.uk'] }, 'suffixes.0', 'FORMAT_PUBLIC_SUFFIX'],
    [
      'a public suffix of the private section',
      { suffixes: ['ok.example', 'github.io'] },
      'suffixes.1',
      'FORMAT_PUBLIC_SUFFIX',
    ],
    ['a public suffix in another script', { suffixes: ['公司.cn'] }, 'suffixes.0', 'FORMAT_PUBLIC_SUFFIX'],
    [
      'a domain that a directory service divides among its customers',
      { suffixes: ['onmicrosoft.com'] },
      'suffixes.0',
      'FORMAT_PUBLIC_SUFFIX',
    ],
    ['a mail provider', { suffixes: ['gmail.com'] }, 'suffixes.0', 'FORMAT_MAIL_PROVIDER'],
    ['a mail provider without other countries', { suffixes: ['icloud.com'] }, 'suffixes.0', 'FORMAT_MAIL_PROVIDER'],
    ['a mail provider of another country', { suffixes: ['yahoo.co.uk'] }, 'suffixes.0', 'FORMAT_MAIL_PROVIDER'],
    ['a part of a mail provider', { suffixes: ['acme.outlook.com'] }, 'suffixes.0', 'FORMAT_MAIL_PROVIDER'],
    ['Latin with a Cyrillic letter', { suffixes: ['\u0430cme.example'] }, 'suffixes.0', 'FORMAT_MIXED_SCRIPTS'],
    ['the same in its form in DNS', { suffixes: ['xn--cme-7cd.example'] }, 'suffixes.0', 'FORMAT_MIXED_SCRIPTS'],
    ['Latin with a Greek letter', { suffixes: ['acm\u03b5.example'] }, 'suffixes.0', 'FORMAT_MIXED_SCRIPTS'],
    ['a Windows domain with a Cyrillic letter', { prefixes: ['\u0410CME'] }, 'prefixes.0', 'FORMAT_MIXED_SCRIPTS'],
    ['half a character', { prefixes: ['ACME\ud83d'] }, 'prefixes.0', 'WINDOWS_DOMAIN_SHAPE'],
    ['a control character', { prefixes: ['AC\u0007ME'] }, 'prefixes.0', 'WINDOWS_DOMAIN_SHAPE'],
  ])('cannot be %s', async (_, formats, fieldID, errorID) => {
    expect(await save(formats)).toMatchObject({ problem: { status: 400, details: [{ errorID, fieldID }] } })
  })

  it.each([
    ['below a public suffix', 'acme.co.uk'],
    ['below a private one', 'acme.github.io'],
    ['of one script beyond Latin', 'пример.example'],
    ['of Japanese as it is written', 'アクメ株式会社ab.example'],
    ['of Korean with Latin', 'acme코리아.example'],
    ['called like a mail provider in part', 'notgmail.example'],
  ])('can be a domain %s', async (_, domain) => {
    expect(await save({ suffixes: [domain] })).toMatchObject({ ok: true })
  })

  it('of a mail provider are given by the operator, who cannot give a public suffix', async () => {
    const withSuffix = (slug: string, suffix: string) => {
      const file = smallTenant(slug) as { identityProviders: { emailSuffixes: string[] }[] }
      for (const provider of file.identityProviders) provider.emailSuffixes.push(suffix)
      return server.importTenant(file)
    }
    const mailer = await withSuffix('mailer', 'hotmail.com')
    tenants.push(mailer)
    const mailerAdmin = await signedIn(server, mailer, { username: 'ada@mailer.example', groups: ['admins'] })
    // Existing formats stay when the portal saves.
    expect(
      await save({ suffixes: ['mailer.example', 'hotmail.com'] }, idOf('Main', mailer), mailerAdmin),
    ).toMatchObject({ ok: true })
    await expect(withSuffix('registry', 'co.uk')).rejects.toThrow('“co.uk” is a public suffix')
    await expect(withSuffix('lookalike', '\u0430cme.example')).rejects.toThrow('mixes letters of different scripts')
  })

  it('go to one of two who reserve at once, the other gets an error', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [parent, part] = [`race${round}.example`, `mail.race${round}.example`]
      const outcomes = await Promise.all([
        keepAfterSaving({ suffixes: [parent] }, 'Cloud', acme),
        keepAfterSaving({ suffixes: ['globex.example', part] }, 'Main', globex),
      ])
      expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
      expect(outcomes.find((one) => !one.ok)).toMatchObject({ problem: { status: 409 } })
    }
  })

  it('are written into the audit log', async () => {
    await save({ suffixes: ['audited.example'] })
    const rows = await auditRows(server, acme)
    expect(rows.at(-1)).toMatchObject({
      action: 'identity-provider.draft-formats',
      target_name: 'Cloud',
      after: { prefixes: [], suffixes: ['audited.example'] },
    })
  })
})

describe('where a username goes', () => {
  const where = async (username: string) => {
    const outcome = await admin.core.client.call(whereIs, { query: { username } })
    if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
    return outcome.value
  }

  it('by its email domain or a part of it', async () => {
    await save({})
    expect(await where('Zoe@mail.Acme.example')).toEqual({
      username: 'Zoe@mail.Acme.example',
      outcome: 'found',
      tenant: 'acme Inc',
      format: { type: 'suffix', value: 'acme.example' },
      provider: { id: idOf('Main'), name: 'Main', type: 'OIDC' },
      candidates: ['mail.acme.example', 'acme.example'],
      explanation: '“Zoe@mail.Acme.example” is in the email domain acme.example, whose people sign in with “Main”.',
    })
  })

  it('by the longest of several formats', async () => {
    await save({ suffixes: ['cloud.acme.example'] })
    expect(await where('zoe@cloud.acme.example')).toMatchObject({
      format: { value: 'cloud.acme.example' },
      provider: { name: 'Cloud' },
      explanation: expect.stringContaining('Several formats'),
    })
  })

  it('by its Windows domain', async () => {
    await save({ prefixes: ['ACME'] })
    expect(await where('Acme\\zoe')).toMatchObject({
      outcome: 'found',
      format: { type: 'prefix', value: 'acme' },
      explanation: expect.stringContaining('in the Windows domain ACME,'),
    })
  })

  it('nowhere while its provider is switched off', async () => {
    await save({ prefixes: ['ACME'] })
    const config = { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' }
    const switchTo = async (enabled: boolean) => {
      const params = { id: idOf('Cloud') }
      const body = { name: 'Cloud', type: 'OIDC' as const, enabled, config }
      const outcome = await admin.core.client.call(updateIdentityProvider, { params, body })
      await keepProvider(server, acme.id, params.id)
      return outcome
    }
    expect(await switchTo(false)).toMatchObject({ ok: true })
    expect(await where('ACME\\zoe')).toMatchObject({
      outcome: 'nowhere',
      provider: { name: 'Cloud' },
      explanation: 'The format ACME belongs to “Cloud”, which is switched off.',
    })
    await switchTo(true)
  })

  it('elsewhere, without naming its owner', async () => {
    const told = await where('somebody@globex.example')
    expect(told).toMatchObject({ outcome: 'elsewhere', tenant: null, format: null, provider: null })
    expect(JSON.stringify(told)).not.toMatch(/globex Inc|Main/)
  })

  it.each([
    ['nobody@nowhere.invalid', 'nowhere'],
    ['ada', 'malformed'],
    ['', 'malformed'],
    ["x@a'; drop table tenants --", 'malformed'],
  ])('%s: %s', async (username, outcome) => {
    expect(await where(username)).toMatchObject({ outcome, provider: null })
  })
})
