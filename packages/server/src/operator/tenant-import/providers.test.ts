import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { loadProvider, type IdentityProvider } from '../../providers/identity-providers/queries.ts'
import { parseTenantFile } from '../commands/tenant.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { checkTenantFile } from './tenant-file.ts'
import type { ImportedTenant } from './import.ts'

let server: TestServer
let certificate: string
beforeAll(async () => {
  server = await createTestServer()
  const nowMs = Date.now()
  certificate = (await createOurKeyPair({ commonName: 'idp.example', nowMs, years: 1, bits: 2048 })).certificate
})
afterAll(() => server.close())

const saml = (type: string, slug: string) => ({
  name: type,
  type,
  config: {
    entityId: `https://${slug}.example/${type}`,
    ssoUrl: 'https://idp.example/sso',
    signingCertificate1: certificate,
  },
})
const azure = (type: string, slug = 'azure') => ({
  name: type,
  type,
  emailSuffixes: [`${type.toLowerCase()}.${slug}.example`],
  config: { domainName: 'contoso.example', applicationId: 'app' },
  applicationSecret: `secret of ${type}`,
})

function sixTypes(slug: string): Record<string, unknown> {
  const oidc = {
    name: 'OIDC',
    type: 'OIDC',
    primary: true,
    config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
    clientSecret: 'secret of OIDC',
    emailSuffixes: [`@${slug}.Example`],
  }
  const adfs = { ...saml('ADFS_SAML', slug), windowsDomains: [`${slug.toUpperCase()}\\`], enabled: false }
  return smallTenant(slug, {
    identityProviders: [
      oidc,
      azure('AAD2', slug),
      azure('AAD', slug),
      saml('OPENSAML', slug),
      adfs,
      saml('SFDC_SAML', slug),
    ],
  })
}

const load = (tenant: ImportedTenant, name: string): Promise<IdentityProvider | undefined> =>
  tenantScope(server.database, tenant.id).transaction((tx) =>
    loadProvider(tx, tenant.identityProviderIds.get(name) ?? '', server.deps.secrets),
  )

describe('a tenant file', () => {
  it('brings providers of all six types, with their secrets and the defaults of the rules', async () => {
    const tenant = await server.importTenant(sixTypes('six'))
    expect(await load(tenant, 'OIDC')).toMatchObject({ isPrimary: true, secrets: { clientSecret: 'secret of OIDC' } })
    expect(await load(tenant, 'AAD2')).toMatchObject({ secrets: { applicationSecret: 'secret of AAD2' } })
    expect(await load(tenant, 'AAD')).toMatchObject({ type: 'AAD', config: { responseMode: 'form_post' } })
    expect(await load(tenant, 'OPENSAML')).toMatchObject({ family: 'saml', config: { slackSecs: 120 } })
    expect(await load(tenant, 'SFDC_SAML')).toMatchObject({ type: 'SFDC_SAML' })
    expect(await load(tenant, 'ADFS_SAML'), 'switched off').toBeUndefined()
  })

  it('keeps a secret that it does not name again, and ends sign-ins that began before', async () => {
    const first = await server.importTenant(sixTypes('keeps'))
    const file = sixTypes('keeps') as { identityProviders: Record<string, unknown>[] }
    for (const provider of file.identityProviders) delete provider['applicationSecret']
    const second = await server.importTenant(file)
    expect(await load(second, 'AAD2')).toMatchObject({
      id: first.identityProviderIds.get('AAD2'),
      secrets: { applicationSecret: 'secret of AAD2' },
      configVersion: 2,
    })
  })

  it.each([
    ['marked as primary', 'AAD2', { primary: true, emailSuffixes: [] }],
    ['first, and so primary in a new tenant', 'OIDC', { emailSuffixes: [] }],
  ])('is refused if a provider without username formats is %s', async (_, name, change) => {
    const file = sixTypes('closed') as { identityProviders: Record<string, unknown>[] }
    for (const provider of file.identityProviders) {
      delete provider['primary']
      if (provider['name'] === name) Object.assign(provider, change)
    }
    await expect(server.importTenant(file)).rejects.toThrow(
      `${name}: The primary identity provider needs a username format`,
    )
  })

  it('can leave out the formats of the primary provider that an earlier import brought', async () => {
    const tenant = await server.importTenant(sixTypes('earlier'))
    const file = sixTypes('earlier') as { identityProviders: Record<string, unknown>[] }
    for (const provider of file.identityProviders) delete provider['emailSuffixes']
    await server.importTenant(file)
    expect(await load(tenant, 'OIDC')).toMatchObject({ isPrimary: true })
  })

  it('moves the primary mark', async () => {
    await server.importTenant(sixTypes('moves'))
    // To one that comes later in the file, and back to one that comes earlier.
    for (const [primary, before] of [
      ['AAD', 'OIDC'],
      ['OIDC', 'AAD'],
    ] as const) {
      const file = sixTypes('moves') as { identityProviders: Record<string, unknown>[] }
      for (const provider of file.identityProviders) provider['primary'] = provider['name'] === primary
      const tenant = await server.importTenant(file)
      expect(await load(tenant, primary)).toMatchObject({ isPrimary: true })
      expect(await load(tenant, before)).toMatchObject({ isPrimary: false })
    }
  })

  it('leaves the primary provider where no provider is marked, and makes the first one primary in a new tenant', async () => {
    const unmarked = (slug: string) => {
      const file = sixTypes(slug) as { identityProviders: Record<string, unknown>[] }
      for (const provider of file.identityProviders) delete provider['primary']
      return file
    }
    expect(await load(await server.importTenant(unmarked('unmarked')), 'OIDC')).toMatchObject({ isPrimary: true })
    const marked = sixTypes('marked') as { identityProviders: Record<string, unknown>[] }
    for (const provider of marked.identityProviders) provider['primary'] = provider['name'] === 'AAD2'
    await server.importTenant(marked)
    const again = await server.importTenant(unmarked('marked'))
    expect(await load(again, 'AAD2')).toMatchObject({ isPrimary: true })
    expect(await load(again, 'OIDC')).toMatchObject({ isPrimary: false })
    const off = unmarked('marked')
    for (const provider of off.identityProviders) if (provider['name'] === 'AAD2') provider['enabled'] = false
    await expect(server.importTenant(off)).rejects.toThrow('AAD2: ')
  })

  it('names groups of any provider, and as administrators those of the primary one', async () => {
    const applications = [
      { slug: 'wiki', label: 'Wiki', groups: ['staff', { provider: 'OPENSAML', group: 'partners', name: 'Partners' }] },
    ]
    const moreAdminGroups = [{ provider: 'OIDC', group: '7c9e6679', name: 'Cloud admins' }]
    const tenant = await server.importTenant({ ...sixTypes('groups'), applications, moreAdminGroups })
    const named = await tenantScope(server.database, tenant.id).transaction((tx) =>
      tx.db
        .selectFrom('groups as g')
        .innerJoin('identity_providers as p', 'p.id', 'g.identity_provider_id')
        .leftJoin('portal_role_groups as r', 'r.group_id', 'g.id')
        .select(['p.name as provider', 'g.name', 'r.role'])
        .where('g.tenant_id', '=', tenant.id)
        .orderBy('g.name')
        .execute(),
    )
    expect(named).toEqual([
      { provider: 'OIDC', name: 'Cloud admins', role: 'security-admin' },
      { provider: 'OPENSAML', name: 'Partners', role: null },
      { provider: 'OIDC', name: 'admins', role: 'security-admin' },
      { provider: 'OIDC', name: 'staff', role: null },
    ])
  })

  it('cannot make a group of another provider administer', async () => {
    const moreAdminGroups = [{ provider: 'AAD2', group: 'cloud-admins' }]
    await expect(server.importTenant({ ...sixTypes('others'), moreAdminGroups })).rejects.toThrow(
      'The group "cloud-admins" of "AAD2" cannot hold a role of the portal',
    )
  })

  it('ends the sessions of a provider that it switches off, for good', async () => {
    const file = (enabled: boolean) => {
      const six = sixTypes('off') as { identityProviders: Record<string, unknown>[] }
      const [oidc, ...others] = six.identityProviders
      const [second] = others
      return {
        ...six,
        identityProviders: [
          { ...oidc, primary: false, enabled },
          { ...second, primary: true },
        ],
      }
    }
    const tenant = await server.importTenant(file(true))
    const ada = await signedIn(server, tenant, { username: 'ada@off.example', groups: ['staff'] })
    expect(await whoIs(ada)).toBeDefined()
    await server.importTenant(file(false))
    await server.importTenant(file(true))
    expect(await whoIs(ada)).toBeUndefined()
  })

  it('takes certificates from files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-import-'))
    try {
      writeFileSync(join(folder, 'idp.pem'), certificate)
      const provider = saml('OPENSAML', 'x')
      const config = { ...provider.config, signingCertificate1: { file: join(folder, 'idp.pem') } }
      writeFileSync(
        join(folder, 't.yaml'),
        stringify(smallTenant('files', { identityProviders: [{ ...provider, config }] })),
      )
      expect(parseTenantFile(join(folder, 't.yaml')).identityProviders[0]).toMatchObject({
        config: { signingCertificate1: certificate.trim() },
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('a tenant file is refused for', () => {
  const withOne = (change: object, config: object = {}) => {
    const provider = saml('OPENSAML', 'bad')
    return smallTenant('bad', {
      identityProviders: [{ ...provider, ...change, config: { ...provider.config, ...config } }],
    })
  }
  it.each([
    [
      'two primaries',
      () =>
        smallTenant('bad', {
          identityProviders: [azure('AAD'), azure('AAD2')].map((one) => ({ ...one, primary: true })),
        }),
      'one identity provider is primary',
    ],
    [
      'a primary that is switched off',
      () => withOne({ primary: true, enabled: false }),
      'cannot be deleted or switched off',
    ],
    ['an unsupported type', () => withOne({ type: 'LDAP' }), 'Please select a type.'],
    [
      'a SAML provider without a certificate',
      () => withOne({}, { signingCertificate1: undefined }),
      'at least one signing certificate',
    ],
    [
      'an address that is not a web address',
      () => withOne({}, { ssoUrl: 'javascript:alert(1)' }),
      'begins with https://',
    ],
    ['a format that is not a domain', () => withOne({ emailSuffixes: ['a b'] }), 'Enter an email domain'],
  ])('%s', (_, file, sentence) => {
    expect(() => checkTenantFile(file())).toThrow(sentence)
  })

  it.each([
    ['an application without its secret', { ...azure('AAD'), applicationSecret: undefined }, 'Enter the secret'],
    [
      'an invalid certificate',
      {
        ...saml('OPENSAML', 'bad'),
        config: {
          entityId: 'x',
          ssoUrl: 'https://idp.example/',
          signingCertificate1: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
        },
      },
      'cannot be read',
    ],
  ])('%s', async (_, provider, sentence) => {
    await expect(
      server.importTenant(
        smallTenant('bad', { identityProviders: [provider], applications: [], firstAdminGroup: undefined }),
      ),
    ).rejects.toThrow(sentence)
  })

  it('another type for a provider that is there', async () => {
    await server.importTenant(sixTypes('typed'))
    const file = sixTypes('typed')
    const other = { ...file, identityProviders: [{ ...azure('AAD'), name: 'OIDC', primary: true }] }
    await expect(server.importTenant(other)).rejects.toThrow('type of an identity provider cannot be changed')
  })
})
