import { verify, X509Certificate } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createDeps } from '../../app/open.ts'
import { readSettings } from '../../kit/settings/settings.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { landing, newBrowser, providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'
import { samlAddresses } from '../addresses/saml.ts'
import { ask, playedProvider, signIn } from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
const idp = playedProvider()

beforeAll(async () => {
  server = await createTestServer({}, { makesKeys: true })
  acme = await server.importTenant(
    tenantWith('acme', [
      idp.entry(),
      playedProvider('second.example').entry({ name: 'Second', primary: false, suffixes: ['second.example'] }),
      playedProvider('adfs.example').entry({
        name: 'ADFS',
        type: 'ADFS_SAML',
        primary: false,
        suffixes: ['adfs.example'],
      }),
      providerEntry('http://127.0.0.1:9/oidc', { name: 'OpenID', suffixes: ['oidc.example'], primary: false }),
    ]),
  )
  globex = await server.importTenant(tenantWith('globex', [idp.entry({ suffixes: ['globex.example'] })]))
})
afterAll(() => server?.close())

const addresses = (tenant: ImportedTenant, name: string) =>
  samlAddresses(testBaseUrl, { tenantId: tenant.id, id: tenant.identityProviderIds.get(name) ?? '' })

const metadataOf = async (tenant = acme, name = 'SAML') => {
  const response = await server.fetch(new Request(addresses(tenant, name).metadataUrl))
  return { response, xml: await response.text() }
}

/** Certificates of one use, in the order of the document. */
function certificatesIn(xml: string, use: 'signing' | 'encryption'): string[] {
  const keys = xml.match(/<md:KeyDescriptor[\s\S]*?<\/md:KeyDescriptor>/g) ?? []
  return keys
    .filter((key) => key.includes(`use="${use}"`))
    .map((key) => /<ds:X509Certificate>([^<]+)</.exec(key)?.[1] ?? '')
}

describe('our metadata', () => {
  it('is public and cacheable, with entity id, addresses and keys', async () => {
    const { response, xml } = await metadataOf()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const { entityId, acsUrl, sloUrl } = addresses(acme, 'SAML')
    expect(xml).toContain(`entityID="${entityId}"`)
    expect(xml).toContain(`Location="${acsUrl}"`)
    expect(xml.split(`Location="${sloUrl}"`)).toHaveLength(3)
    expect(certificatesIn(xml, 'signing')).toHaveLength(1)
    expect(certificatesIn(xml, 'encryption')).toHaveLength(1)
  })

  it('gives ADFS a key to encrypt for only where AES-CBC is allowed: it would begin to use it', async () => {
    const { xml } = await metadataOf(acme, 'ADFS')
    expect(certificatesIn(xml, 'signing')).toHaveLength(1)
    expect(certificatesIn(xml, 'encryption')).toEqual([])
    const allowed = playedProvider('adfs.example').entry({
      type: 'ADFS_SAML',
      suffixes: ['cbc.example'],
      config: { allowCbcWhenSigned: true },
    })
    const cbc = await server.importTenant(tenantWith('cbc', [allowed]))
    expect(certificatesIn((await metadataOf(cbc)).xml, 'encryption')).toHaveLength(1)
  })

  it('has one entity id for all providers of a tenant, and another for another tenant', async () => {
    const entity = async (...of: Parameters<typeof metadataOf>) =>
      /entityID="([^"]+)"/.exec((await metadataOf(...of)).xml)?.[1]
    expect(await entity(acme, 'Second')).toBe(await entity(acme, 'SAML'))
    expect(await entity(globex, 'SAML')).not.toBe(await entity(acme, 'SAML'))
    const keys = await Promise.all([metadataOf(acme), metadataOf(globex)])
    expect(new Set(keys.flatMap(({ xml }) => certificatesIn(xml, 'signing'))).size).toBe(2)
  })

  it('of an unknown provider, and of one that speaks OpenID Connect, is not there', async () => {
    expect((await metadataOf(acme, 'OpenID')).response.status).toBe(404)
    expect((await server.fetch(new Request(`${testBaseUrl}/api/login/idps/${acme.id}/saml/metadata`))).status).toBe(404)
  })

  it('contains the key that signs our requests', async () => {
    const { url } = await ask(server)
    const [signed = '', signature = ''] = url.slice(url.indexOf('?') + 1).split('&Signature=')
    const [shown = ''] = certificatesIn((await metadataOf()).xml, 'signing')
    const { publicKey } = new X509Certificate(Buffer.from(shown, 'base64'))
    expect(verify('sha256', Buffer.from(signed), publicKey, Buffer.from(decodeURIComponent(signature), 'base64'))).toBe(
      true,
    )
  })
})

describe('our keys', () => {
  /** A tenant whose keys a test may roll over. */
  const ownTenant = async (slug: string) => {
    const tenant = await server.importTenant(tenantWith(slug, [idp.entry({ suffixes: [`${slug}.example`] })]))
    const admin = await signedIn(server, tenant, { username: `admin@${slug}.example`, groups: ['admins'] })
    return { tenant, admin, roll: (step: string) => roll(step, admin) }
  }
  const roll = async (step: string, browser: Browser) => {
    const response = await browser.send('/api/portal/admin/idp-metadata/saml2/rollover', {
      method: 'POST',
      body: JSON.stringify({ step }),
      headers: { 'content-type': 'application/json', 'X-CSRFToken': browser.cookies.get('csrf') ?? '' },
    })
    return { status: response.status, body: (await response.json()) as { errorID?: string; keys?: Key[] } }
  }
  type Key = { use: string; state: string; certificate: string; fingerprint: string }

  it('have as many bits as the settings say, which is 3072 where no test lowers it', async () => {
    expect(readSettings({}, testBaseUrl).federationKeyBits).toBe(3072)
    const [pem = ''] = certificatesIn((await metadataOf()).xml, 'signing')
    const { publicKey } = new X509Certificate(Buffer.from(pem, 'base64'))
    expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(server.deps.settings.federationKeyBits)
  })

  it('are made once, also by two processes at the same moment', async () => {
    const fresh = await server.importTenant(tenantWith('fresh', [idp.entry({ suffixes: ['fresh.example'] })]))
    const { deps: elsewhere } = await createDeps(server.deps, server.deps)
    const path = new URL(addresses(fresh, 'SAML').metadataUrl).pathname
    const documents = await Promise.all(
      [{}, elsewhere, {}, elsewhere].map(async (deps) => (await newBrowser(server, deps).send(path)).text()),
    )
    expect(new Set(documents).size).toBe(1)
  })

  it('are sealed in the database', async () => {
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ private_key: Buffer }>`select private_key from federation_keys`.execute(tx.db),
    )
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row.private_key.toString('latin1')).not.toContain('PRIVATE KEY')
  })

  it('roll over in three steps; sign-ins work at each', async () => {
    const { tenant, roll } = await ownTenant('rolling')
    const before = certificatesIn((await metadataOf(tenant)).xml, 'signing')
    const person = 'ada@rolling.example'
    const works = async () => {
      const { landed } = await signIn(server, idp, { nameId: { value: person } }, person)
      expect(landed.path).toBe('/portal/environments')
    }

    expect((await roll('activate')).body.errorID).toBe('KEYS_NEXT_MISSING')
    expect((await roll('withdraw')).body.errorID).toBe('KEYS_PREVIOUS_MISSING')
    expect((await roll('publish')).status).toBe(200)
    expect((await roll('publish')).body.errorID).toBe('KEYS_NEXT_PUBLISHED')
    const published = certificatesIn((await metadataOf(tenant)).xml, 'signing')
    expect(published, 'the key that signs comes first and last').toEqual([before[0], published[1], before[0]])
    await works()

    const activated = await roll('activate')
    expect(activated.body.keys?.map(({ use, state }) => `${use} ${state}`).toSorted()).toEqual([
      'encryption current',
      'encryption previous',
      'signing current',
      'signing previous',
    ])
    expect(JSON.stringify(activated.body)).not.toContain('PRIVATE')
    expect(certificatesIn((await metadataOf(tenant)).xml, 'signing')).toEqual([published[1], before[0], published[1]])
    expect(certificatesIn((await metadataOf(tenant)).xml, 'encryption')).toHaveLength(1)
    await works()

    await roll('publish')
    expect((await roll('activate')).body.errorID).toBe('KEYS_PREVIOUS_LEFT')
    const three = certificatesIn((await metadataOf(tenant)).xml, 'signing')
    expect(three).toEqual([published[1], three[1], before[0], published[1]])
    expect((await roll('withdraw')).status).toBe(200)
    expect(certificatesIn((await metadataOf(tenant)).xml, 'signing')).not.toContain(before[0])
    await works()
  })

  it('are rolled only by administrators, once for two who do it at the same moment, with an audit row', async () => {
    const { tenant, admin } = await ownTenant('racing')
    expect((await roll('publish', admin)).status).toBe(200)
    const staff = await signedIn(server, tenant, { username: 'staff@racing.example', groups: ['staff'] })
    expect((await roll('activate', staff)).status).toBe(403)
    const both = await Promise.all([roll('activate', admin), roll('activate', admin)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows } = await tenantScope(server.database, tenant.id).transaction((tx) =>
      sql<{ after: Record<string, string> }>`
        select after from audit where action = 'federation-keys.activate' order by at desc limit 1`.execute(tx.db),
    )
    expect(Object.keys(rows[0]?.after ?? {})).toContain('signing previous')
  })

  it('of the pages around a sign-in none can be framed or carries more than it needs', async () => {
    const posting = idp.entry({ config: { ssoBinding: 'post' }, suffixes: ['posting.example'] })
    await server.importTenant(tenantWith('posting', [posting]))
    const { browser, url } = await ask(server, 'ada@posting.example')
    const page = await browser.send(new URL(url).pathname + new URL(url).search)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(landing(await newBrowser(server).send(new URL(url).pathname)).path).toBe('/login/unauthorized')
  })
})
