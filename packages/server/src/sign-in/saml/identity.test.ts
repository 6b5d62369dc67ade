import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ForgeOptions } from '../../protocols/saml/testing/forge-response.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { change, landing, newBrowser, refusedWith, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, type Browser, type TestServer } from '../../testing/test-server.ts'
import {
  forgedFor,
  playedProvider,
  postResponse,
  readAsked,
  readRecord,
  signIn,
  whyRefused,
} from './testing/saml-run.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
const plain = playedProvider()
const mapped = playedProvider('mapped.acme.example')
const keyed = playedProvider('keyed.acme.example')
const bare = playedProvider('bare.acme.example')
const groupless = playedProvider('groupless.acme.example')

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const signedInAt = { status: 303, path: '/portal/environments', error: null }

beforeAll(async () => {
  server = await createTestServer()
  const attributes = { username: 'uid', group: 'groups', firstName: 'givenName', lastName: 'sn', email: 'mail' }
  const second = { primary: false, config: { attributes } }
  acme = await server.importTenant(
    tenantWith('acme', [
      plain.entry(),
      mapped.entry({ ...second, name: 'Mapped', suffixes: ['mapped.example'] }),
      keyed.entry({
        name: 'Keyed',
        primary: false,
        suffixes: ['keyed.example'],
        config: { attributes, subjectAttribute: 'employeeNumber' },
      }),
      bare.entry({ name: 'Bare', primary: false, suffixes: [] }),
      groupless.entry({
        name: 'Groupless',
        primary: false,
        suffixes: ['groupless.example'],
        config: { attributes: { username: 'uid' } },
      }),
    ]),
  )
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
})
afterAll(() => server?.close())

const idAs = async (provider: typeof plain, answer: Partial<ForgeOptions>, username?: string) => {
  const { asked, landed } = await signIn(server, provider, answer, username)
  expect(landed).toEqual(signedInAt)
  return (await whoIs(asked.browser))?.id
}

describe('who signed in', () => {
  it('is the same person with the same NameID and format, regardless of other changes', async () => {
    const as = (uid: string, nameId: ForgeOptions['nameId']) =>
      idAs(mapped, { nameId: nameId ?? null, attributes: { uid: [uid], groups: ['staff'] } }, 'x@mapped.example')
    const first = await as('ada@mapped.example', { value: 'p-1', format: persistent })
    expect(await as('ada.byron@mapped.example', { value: 'p-1', format: persistent })).toBe(first)
    // Without a format it is unspecified, which is another name than the persistent one.
    const unnamed = await as('ada@mapped.example', { value: 'p-1' })
    expect(unnamed).not.toBe(first)
    expect(await as('ada@mapped.example', { value: 'p-1', format: unspecified })).toBe(unnamed)
  })

  it('is another person when NameIDs differ only in a Unicode blank, and groups are compared alike', async () => {
    const as = async (value: string, group: string) => {
      const answer = {
        nameId: { value, format: persistent },
        attributes: { uid: ['ada@mapped.example'], groups: [group] },
      }
      const { asked } = await signIn(server, mapped, answer, 'x@mapped.example')
      return whoIs(asked.browser)
    }
    const boss = await as('boss', 'admins')
    for (const blank of ['\u00a0', '\u3000', '\ufeff']) {
      const other = await as(`boss${blank}`, `admins${blank}`)
      expect(other?.id).toBeDefined()
      expect(other?.id).not.toBe(boss?.id)
      expect(other?.groups).not.toEqual(boss?.groups)
    }
    expect((await as('\n    boss\n  ', 'admins'))?.id).toBe(boss?.id)
  })

  it('is never found by an e-mail address or a username', async () => {
    const as = (value: string) =>
      idAs(
        mapped,
        {
          nameId: { value, format: persistent },
          attributes: { uid: ['same@mapped.example'], mail: ['same@mapped.example'] },
        },
        'same@mapped.example',
      )
    expect(await as('one')).not.toBe(await as('two'))
  })

  it('is named by the subject attribute where one is configured', async () => {
    const as = (number: string, value: string) =>
      idAs(
        keyed,
        { nameId: { value }, attributes: { uid: ['kim@keyed.example'], employeeNumber: [number] } },
        'kim@keyed.example',
      )
    const first = await as('7', 'session-a')
    expect(await as('7', 'session-b')).toBe(first)
    expect(await as('8', 'session-a')).not.toBe(first)
  })

  it('has a username from the NameID in any of the three formats', async () => {
    for (const format of [persistent, unspecified, emailAddress]) {
      const { asked, landed } = await signIn(server, plain, { nameId: { value: 'eva@acme.example', format } })
      expect(landed).toEqual(signedInAt)
      expect(await whoIs(asked.browser)).toMatchObject({ username: 'eva@acme.example' })
    }
  })

  it('has the name, address and groups that the mappings name', async () => {
    const attributes = {
      uid: ['ada@mapped.example'],
      givenName: ['Ada'],
      sn: ['Byron'],
      mail: ['ada@elsewhere.example'],
      groups: ['staff', 'a, b; c', 'staff'],
    }
    const { asked } = await signIn(server, mapped, { attributes }, 'ada@mapped.example')
    const person = await whoIs(asked.browser)
    expect(person).toMatchObject({ username: 'ada@mapped.example', name: 'Ada Byron', email: 'ada@elsewhere.example' })
    expect(person?.groups.toSorted()).toEqual(['a, b; c', 'staff'])
  })

  it('has the groups of this sign-in, never those of an earlier one', async () => {
    const nameId = { value: 'ada@acme.example' }
    await signIn(server, plain, { nameId, attributes: { groups: ['admins'] } })
    const { asked } = await signIn(server, plain, { nameId, attributes: {} })
    expect((await whoIs(asked.browser))?.groups).toEqual([])
  })
})

describe('what an administrator reads when it fails', () => {
  type Refused = readonly [
    finding: string,
    code: string,
    answer: Partial<ForgeOptions>,
    provider?: typeof plain,
    username?: string,
  ]
  const at = 'x@mapped.example'
  const refusals: Record<string, Refused> = {
    'no username attribute': ['username-missing', 'IDP_ERROR', { attributes: { cn: ['Ada'] } }, mapped, at],
    'an empty username attribute': ['username-missing', 'IDP_ERROR', { attributes: { uid: [''] } }, mapped, at],
    'no NameID': ['subject-missing', 'IDP_ERROR', { nameId: null }],
    'a transient NameID': [
      'saml-subject-transient',
      'IDP_ERROR',
      { nameId: { value: 'x', format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } },
    ],
    'no subject attribute': [
      'subject-missing',
      'IDP_ERROR',
      { attributes: { uid: ['k@keyed.example'] } },
      keyed,
      'k@keyed.example',
    ],
    'a subject attribute of several values': [
      'subject-missing',
      'IDP_ERROR',
      { attributes: { uid: ['k@keyed.example'], employeeNumber: ['1', '2'] } },
      keyed,
      'k@keyed.example',
    ],
    'a username of another domain': ['username-foreign', 'AUTH-001001', { nameId: { value: 'ada@elsewhere.example' } }],
    'a username without a domain': ['username-no-domain', 'AUTH-001001', { nameId: { value: 'ada' } }],
    'an opaque NameID in place of a username': [
      'username-no-domain',
      'AUTH-001001',
      { nameId: { value: '2ff91eea074c3e35', format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' } },
    ],
    'a clock ten minutes off': ['saml-too-early', 'IDP_ERROR', {}],
  }

  it.each(Object.entries(refusals))('%s', async (name, [finding, code, answer, provider = plain, username]) => {
    const off = name.includes('clock') ? { nowMs: server.clock.now() + 600_000 } : {}
    const { response, landed } = await signIn(server, provider, { ...answer, ...off }, username)
    expect(landed).toEqual(refusedWith(code))
    expect(await whyRefused(admin, response)).toBe(finding)
  })

  it('a missing username attribute: which one was expected, and what the assertion has instead', async () => {
    const attributes = { cn: ['Ada'], 'urn:oid:0.9': ['x'] }
    const { response } = await signIn(server, mapped, { attributes }, at)
    const { checks } = await readRecord(admin, response)
    expect(checks.at(-1)?.evidence).toEqual({ expected: 'uid', found: 'NameID, cn, urn:oid:0.9' })
  })

  it('clock skew: by how much, and how much is allowed', async () => {
    const { response } = await signIn(server, plain, { nowMs: server.clock.now() + 600_000 })
    const record = await readRecord(admin, response)
    const failed = record.checks.at(-1)
    expect(failed?.evidence).toMatchObject({ slackSecs: 120 })
    expect(Number(failed?.evidence['offBySecs'])).toBeGreaterThan(580)
    expect(failed?.message).toContain(`${failed?.evidence['offBySecs']} seconds ahead`)
    expect(failed?.todo).toContain('Slack seconds')
    expect(record.failure).toBe(failed?.message)
  })

  it.each([
    ['under another name', plain, 'ada@acme.example', 'saml-groups-attribute', { expected: 'groups' }],
    ['without a mapping', groupless, 'g@groupless.example', 'saml-groups-unmapped', {}],
  ])(
    'groups %s: a warning with the names of the attributes that came',
    async (_, provider, username, finding, more) => {
      const attributes = { uid: [username], memberOf: ['staff'] }
      const { landed } = await signIn(server, provider, { attributes }, username)
      expect(landed).toEqual(signedInAt)
      const list = await admin.send('/api/portal/admin/sign-ins?outcome=signed-in&limit=1')
      const { signIns } = (await list.json()) as { signIns: { code: string }[] }
      const shown = await admin.send(`/api/portal/admin/sign-ins/${signIns[0]?.code}`)
      const { checks } = (await shown.json()) as { checks: { finding: string; outcome: string; evidence: unknown }[] }
      expect(checks).toContainEqual(
        expect.objectContaining({
          finding,
          outcome: 'warning',
          evidence: { ...more, found: 'NameID, uid, memberOf' },
        }),
      )
    },
  )

  it('a provider that has no username formats', async () => {
    const browser = newBrowser(server)
    const path = `/api/login/idps/${acme.identityProviderIds.get('Bare')}/initiate`
    const begun = await browser.send(path, { headers: { accept: 'text/html' } })
    const asked = await readAsked(browser, begun.headers.get('location') ?? '')
    const response = await postResponse(asked, await forgedFor(server, bare, asked))
    expect(landing(response)).toEqual(refusedWith('AUTH-001001'))
    expect(await whyRefused(admin, response)).toBe('username-no-formats')
  })

  it('a deactivated person', async () => {
    const nameId = { value: 'gone@acme.example' }
    await signIn(server, plain, { nameId })
    await change(server, acme, sql`update users set active = false where username = 'gone@acme.example'`)
    const { response, landed } = await signIn(server, plain, { nameId })
    expect(landed).toEqual(refusedWith('PERSON_DEACTIVATED'))
    expect(await whyRefused(admin, response)).toBe('user-deactivated')
  })
})
