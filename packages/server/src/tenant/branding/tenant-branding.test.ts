import {
  getBranding,
  getTenantBranding,
  iconBytesMax,
  putTenantBranding,
  putTenantLogo,
  removeTenantLogo,
  resetTenantBranding,
  type BrandingInput,
} from '@portico/core/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { auditRows } from '../../testing/audit-rows.ts'
import { withFiles } from '../../operator/tenant-import/files.ts'
import { makePng } from '../../testing/make-png.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { pageBrands } from './pages.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let foreign: Browser

beforeAll(async () => {
  server = await createTestServer({ companyName: 'House', applicationName: 'Portal', primaryColor: '#112233' })
  acme = await server.importTenant(smallTenant('acme'))
  const globex = await server.importTenant(smallTenant('globex'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins', 'staff'] })
  foreign = await signedIn(server, globex, { username: 'g@globex.example', groups: ['admins', 'staff'] })
})
afterAll(() => server.close())
afterEach(() => admin.core.client.call(resetTenantBranding))

const blue: BrandingInput = {
  name: 'Acme Works',
  primaryColor: '#0A4FA3',
  accentColor: '#ffd400',
  privacyPolicyUrl: 'https://acme.example/privacy',
}
const save = (input: Partial<BrandingInput> = {}, by = admin) =>
  by.core.client.call(putTenantBranding, {
    body: { name: null, primaryColor: null, accentColor: null, privacyPolicyUrl: null, ...input },
  })
const upload = (bytes: Uint8Array, by = admin) =>
  by.core.client.call(putTenantLogo, { body: { file: new Blob([new Uint8Array(bytes)]) } })
async function shown(by = admin) {
  const outcome = await by.core.client.call(getBranding)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}
async function own(by = admin) {
  const outcome = await by.core.client.call(getTenantBranding)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}
const nobody = () => createBrowser(server, testBaseUrl)
const page = (path: string, cookies: Record<string, string> = {}) => {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const headers = { cookie: cookie.join('; ') }
  return pageBrands(server.deps).brandOf(new Request(testBaseUrl + path, { headers }))
}
const session = (by: Browser) => ({ 'portico-session': by.cookies.get('portico-session') ?? '' })
const keyOf = async () => (await own()).signInPath?.split('=')[1] ?? ''

describe('the branding of a tenant', () => {
  it('is what its people see, and no other person', async () => {
    expect(await save(blue)).toMatchObject({ ok: true, value: { ...blue, primaryColor: '#0a4fa3' } })
    expect(await shown()).toMatchObject({
      companyName: 'Acme Works',
      applicationName: 'Acme Works',
      primaryColor: '#0a4fa3',
      accentColor: '#ffd400',
      privacyPolicyUrl: 'https://acme.example/privacy',
    })
    const house = { applicationName: 'Portal', primaryColor: '#112233', logo: null }
    expect(await shown(foreign)).toMatchObject({ ...house, companyName: 'globex Inc' })
    expect(await shown(nobody())).toMatchObject({ ...house, companyName: 'House' })
  })

  it('is as the deployment has it where nothing is set', async () => {
    await save({ name: 'Acme Works' })
    expect(await shown()).toMatchObject({ companyName: 'Acme Works', primaryColor: '#112233', logo: null })
  })

  it('leaves an audit row of what differs, with the logo by its hash', async () => {
    await save(blue)
    await upload(makePng(64, 32))
    const { logo } = await own()
    await admin.core.client.call(removeTenantLogo)
    const rows = await auditRows(server, acme)
    const found = rows.filter(({ action }) => action.startsWith('branding.')).slice(-3)
    expect(found).toMatchObject([
      { action: 'branding.update', before: { name: null }, after: { name: 'Acme Works', primaryColor: '#0a4fa3' } },
      { action: 'branding.logo', before: { logo: null }, after: { logo: logo?.hash } },
      { action: 'branding.logo-remove', before: { logo: logo?.hash }, after: { logo: null } },
    ])
    expect(Object.keys(found[1]?.after ?? {})).toEqual(['logo'])
    expect(found.map((row) => row.target_name)).toEqual(['acme Inc', 'acme Inc', 'acme Inc'])
  })

  it('is reset to what the deployment has, and keeps its sign-in address', async () => {
    await save(blue)
    await upload(makePng(64, 32))
    const { signInPath } = await own()
    expect(await admin.core.client.call(resetTenantBranding)).toMatchObject({ ok: true })
    expect(await own()).toEqual({
      name: null,
      primaryColor: null,
      accentColor: null,
      privacyPolicyUrl: null,
      logo: null,
      signInPath,
    })
    expect(await shown()).toMatchObject({ companyName: 'acme Inc', applicationName: 'Portal', logo: null })
  })

  it.each([
    ['a name that turns the text around', { name: 'Acme \u202eemcA' }, 'name', 'TEXT_CHARACTERS'],
    ['a name of two lines', { name: 'Acme\nWorks' }, 'name', 'TEXT_CHARACTERS'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name', 'TOO_LONG'],
    ['an empty name', { name: ' ' }, 'name', 'REQUIRED'],
    ['a colour by name', { primaryColor: 'red' }, 'primaryColor', 'BRAND_COLOR'],
    ['a colour that ends the style', { primaryColor: '#0a4fa3;}' }, 'primaryColor', 'BRAND_COLOR'],
    ['only an accent', { accentColor: '#ffd400' }, 'accentColor', 'BRAND_ACCENT_ALONE'],
    ['a script', { privacyPolicyUrl: 'javascript:alert(1)' }, 'privacyPolicyUrl', 'BRAND_ADDRESS'],
    ['data', { privacyPolicyUrl: 'data:text/html,x' }, 'privacyPolicyUrl', 'BRAND_ADDRESS'],
    ['an address without TLS', { privacyPolicyUrl: 'http://acme.example' }, 'privacyPolicyUrl', 'BRAND_ADDRESS'],
    ['an address with a user', { privacyPolicyUrl: 'https://a:b@acme.example' }, 'privacyPolicyUrl', 'BRAND_ADDRESS'],
    [
      'a hidden mark in an address',
      { privacyPolicyUrl: 'https://a.example/\u202e' },
      'privacyPolicyUrl',
      'BRAND_ADDRESS',
    ],
  ])('cannot have %s', async (_, input, fieldID, errorID) => {
    expect(await save(input)).toMatchObject({ ok: false, problem: { status: 400, details: [{ fieldID, errorID }] } })
    expect(await own()).toMatchObject({ name: null, primaryColor: null, privacyPolicyUrl: null })
  })
})

describe('a logo', () => {
  it('is answered to anyone with its address, always the same, and never as a document', async () => {
    await upload(makePng(64, 32))
    const { logo } = await own()
    const response = await server.fetch(new Request(testBaseUrl + (logo?.path ?? '')))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(60)
    expect(await shown()).toMatchObject({ logo: logo?.path })
  })

  it('does not reveal by its hash whether a tenant has it', async () => {
    await upload(makePng(64, 32))
    const { logo } = await own()
    for (const code of ['deployment', 'a'.repeat(22), `${acme.id}`])
      expect(
        (await server.fetch(new Request(`${testBaseUrl}/api/login/branding/${code}/logo/${logo?.hash}`))).status,
      ).toBe(404)
  })

  it.each([
    ['an SVG with a script', 'LOGO_UNREADABLE', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['an SVG without one', 'LOGO_UNREADABLE', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML that begins as a PNG', 'LOGO_UNREADABLE', Buffer.from('\u0089PNG\r\n\u001a\n<script>1</script>', 'latin1')],
    [
      'a PNG with the beginning of a JPEG',
      'LOGO_UNREADABLE',
      Buffer.concat([Buffer.from([255, 216]), makePng(32, 32)]),
    ],
    ['an image of 1,025 pixels', 'LOGO_SIZE', makePng(1_025, 32)],
    ['an image of 8 pixels', 'LOGO_SIZE', makePng(8, 32)],
    ['an image with too many bytes', 'LOGO_TOO_LARGE', Buffer.concat([makePng(32, 32), Buffer.alloc(iconBytesMax)])],
  ])('cannot be %s', async (_, errorID, bytes) => {
    expect(await upload(bytes)).toMatchObject({ ok: false, problem: { details: [{ errorID, fieldID: 'file' }] } })
    expect((await own()).logo).toBeNull()
  })

  it('of 10 MB is not read', async () => {
    const outcome = await upload(Buffer.alloc(10_000_000))
    expect(outcome).toMatchObject({ ok: false, problem: { details: [{ errorID: 'FILE_TOO_LARGE', fieldID: 'file' }] } })
  })
})

describe('a page', () => {
  it('has the colours of the session’s tenant, allowed by their hash', async () => {
    await save(blue)
    const { style } = await page('/portal', session(admin))
    expect(style?.css).toContain('--accent:light-dark(#0a4fa3,')
    expect(style?.source).toMatch(/^'sha256-[\w+/=]{44}'$/)
    expect((await page('/portal', session(foreign))).style?.css).not.toContain('#0a4fa3')
  })

  it('shows the tenant before a sign-in only to who has its key', async () => {
    await save(blue)
    const key = await keyOf()
    expect(key).toMatch(/^[\w-]{22}$/)
    const house = (await page('/login')).style
    expect(house?.css).toContain('#112233')
    const tenant = (await page(`/login?brand=${key}`)).style
    expect(tenant?.css).toContain('#0a4fa3')
    for (const [path, cookies] of [
      ['/login?brand=acme', {}],
      [`/login?brand=${'a'.repeat(22)}`, {}],
      ['/login', { userId: 'ada@acme.example' }],
      ['/login', { userId: 'ada@acme.example', 'portico-brand': 'acme' }],
      // The person did not ask to be remembered.
      ['/login', { 'portico-brand': key }],
    ] as const)
      expect((await page(path, cookies)).style, path).toEqual(house)
    expect((await page('/login', { 'portico-brand': key, userId: 'ada@acme.example' })).style).toEqual(tenant)
    expect((await page('/login', { 'portico-brand': `link.${key}` })).style).toEqual(tenant)
  })

  it('leaves the key with a browser that remembers its person, and takes that of another tenant away', async () => {
    await save(blue)
    const key = await keyOf()
    expect((await page('/portal', { ...session(admin), userId: 'ada' })).cookie).toMatch(
      new RegExp(`^portico-brand=${key}; Path=/; SameSite=Lax; HttpOnly; Max-Age=`),
    )
    expect((await page('/portal', session(admin))).cookie).toBeUndefined()
    expect((await page('/portal', { ...session(foreign), userId: 'g', 'portico-brand': key })).cookie).toContain(
      'Max-Age=0',
    )
    expect((await page(`/login?brand=${key}`)).cookie).toContain(`portico-brand=link.${key}; `)
    await admin.core.client.call(resetTenantBranding)
    expect((await page('/login', { 'portico-brand': `link.${key}` })).style?.css).toContain('#112233')
  })
})

describe('a tenant file', () => {
  let count = 0
  const imported = async (branding: object) => {
    const file = smallTenant('initech') as { tenant: object }
    const read = (path: string) => (path === 'logo.png' ? makePng(64, 32) : Buffer.from('<svg/>'))
    const tenant = await server.importTenant(
      withFiles({ ...file, tenant: { ...file.tenant, branding } }, read) as object,
    )
    return own(await signedIn(server, tenant, { username: `i${(count += 1)}@initech.example`, groups: ['admins'] }))
  }

  it('sets what it names, and keeps the rest', async () => {
    await imported({ name: 'Initech', logo: { file: 'logo.png' } })
    expect(await imported({ primaryColor: '#0A4FA3' })).toMatchObject({
      name: 'Initech',
      primaryColor: '#0a4fa3',
      logo: { width: 64, height: 32 },
    })
  })

  it.each([
    [{ logo: { file: 'logo.svg' } }, 'tenant.branding.logo: This is not a PNG, JPEG or WebP image'],
    [{ primaryColor: 'red' }, 'tenant.branding.primaryColor: Enter a colour as #'],
    [{ privacyPolicyUrl: 'javascript:alert(1)' }, 'tenant.branding.privacyPolicyUrl: Enter an address'],
    [{ accentColor: '#ffd400' }, 'tenant.branding.accentColor: An accent colour needs a primary colour.'],
  ])('with %j is rejected: %s', async (branding, sentence) => {
    await expect(imported(branding)).rejects.toThrow(sentence)
  })
})
