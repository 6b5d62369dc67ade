import type { NameTransform } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { playedProvider, signIn as signInBySaml } from '../saml/testing/saml-run.ts'

type Transforms = { usernameTransforms?: NameTransform[]; groupTransforms?: NameTransform[] }

let server: TestServer
let acme: ImportedTenant
let oidc: ScriptedProvider
const saml = playedProvider('saml.example')
const signedInAt = { status: 303, path: '/portal/environments', error: null }

beforeAll(async () => {
  oidc = await startScriptedProvider()
  server = await createTestServer()
  await configure({})
})
afterAll(async () => {
  await server?.close()
  await oidc?.stop()
})

/** The operator's import, which is live at once. */
async function configure(config: Transforms): Promise<void> {
  const tenant = tenantWith('acme', [
    providerEntry(oidc.issuer, { suffixes: ['acme.example'], config: { ...config } }),
    saml.entry({
      name: 'Partners',
      primary: false,
      suffixes: ['saml.example'],
      config: { attributes: { username: 'uid', group: 'groups' }, ...config },
    }),
  ])
  acme = await server.importTenant({
    ...tenant,
    applications: [{ slug: 'wiki', label: 'Wiki', groups: ['finance', '/sales/eu'] }],
  })
}

async function signIn(sub: string, preferred_username: string, groups: readonly string[] = []) {
  oidc.plays({ person: { sub, preferred_username, groups } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, 'someone@acme.example')
  const landed = landing(await comeBack(browser, redirectUrl, oidc.authorize(redirectUrl)))
  const record = await lastRecord(server, acme)
  return { landed, who: await whoIs(browser), record, warned: record.checks.filter((one) => one.outcome === 'warning') }
}

/** The mapped groups that a person has. */
async function mappedClaims(username: string): Promise<string[]> {
  return tenantScope(server.database, acme.id).transaction(async (tx) => {
    const { rows } = await sql<{ claim: string }>`
      select distinct g.claim from users u
        join user_groups ug on ug.tenant_id = u.tenant_id and ug.user_id = u.id
        join groups g on g.tenant_id = u.tenant_id and g.id = ug.group_id
        join application_access_groups m on m.tenant_id = g.tenant_id and m.group_id = g.id
       where u.username = ${username} order by g.claim`.execute(tx.db)
    return rows.map(({ claim }) => claim)
  })
}

describe('transforms of a provider', () => {
  it('change usernames before the formats and groups before the mappings, and the record has both spellings', async () => {
    await configure({
      usernameTransforms: [
        { kind: 'replace', pattern: '^CORP\\\\(.*)$', replacement: '$1@acme.example' },
        { kind: 'lower-case' },
      ],
      groupTransforms: [{ kind: 'dn-name' }, { kind: 'path-end' }, { kind: 'lower-case' }],
    })
    const groups = ['CN=Finance,OU=Groups,DC=corp', '/teams/Finance', 'Other']
    const { landed, who, record } = await signIn('ada', 'CORP\\Ada', groups)
    expect(landed).toEqual(signedInAt)
    expect(who).toMatchObject({ username: 'ada@acme.example' })
    const evidence = Object.fromEntries(record.checks.map((line) => [line.check, line.evidence]))
    expect(evidence).toMatchObject({
      username: { username: 'ada@acme.example', received: 'CORP\\Ada' },
      groups: { count: 2, groups: 'finance, other', received: groups.join(', ') },
    })
    expect(await mappedClaims('ada@acme.example')).toEqual(['finance'])
  })

  it('apply to SAML too', async () => {
    const answer = { nameId: { value: 'p-1' }, attributes: { uid: ['KIM@SAML.EXAMPLE'], groups: ['/x/Finance'] } }
    const { asked, landed } = await signInBySaml(server, saml, answer, 'kim@saml.example')
    expect(landed).toEqual(signedInAt)
    expect(await whoIs(asked.browser)).toMatchObject({ username: 'kim@saml.example', groups: ['finance'] })
  })

  it('never change who a person is', async () => {
    await configure({})
    const before = await signIn('same', 'same@acme.example')
    await configure({ usernameTransforms: [{ kind: 'replace', pattern: '^same', replacement: 'changed' }] })
    const after = await signIn('same', 'same@acme.example')
    expect(after.who?.id).toBe(before.who?.id)
    expect(after.who?.username).toBe('changed@acme.example')
  })

  it('never take a mapping away or give one silently: a group keeps its mappings under every name', async () => {
    await configure({})
    await signIn('eve', 'eve@acme.example', ['/sales/eu', 'eu'])
    expect(await mappedClaims('eve@acme.example')).toEqual(['/sales/eu'])
    await configure({ groupTransforms: [{ kind: 'path-end' }] })
    // By its own claim, and by another one that is the same group now.
    await signIn('eve', 'eve@acme.example', ['/sales/eu'])
    expect(await mappedClaims('eve@acme.example')).toEqual(['/sales/eu'])
    await signIn('eve', 'eve@acme.example', ['/other/eu'])
    expect(await mappedClaims('eve@acme.example')).toEqual(['/sales/eu'])
    await configure({})
    await signIn('eve', 'eve@acme.example', ['/other/eu', 'eu'])
    expect(await mappedClaims('eve@acme.example')).toEqual([])
  })

  it('split one text into groups before all others, also a text longer than a name', async () => {
    await configure({ groupTransforms: [{ kind: 'split', text: ',' }, { kind: 'lower-case' }] })
    const many = Array.from({ length: 60 }, (_, number) => `Department ${number}`)
    const { who, warned } = await signIn('sam', 'sam@acme.example', ['Legal, Other,,', many.join(',')])
    expect(who?.groups).toEqual(['legal', 'other', ...many.map((name) => name.toLowerCase())].toSorted())
    expect(warned.map(({ finding }) => finding)).toEqual(['groups-unmapped'])
  })

  it('that drop every group of a person are a warning with what came', async () => {
    await configure({ groupTransforms: [{ kind: 'keep', pattern: '^portal-' }] })
    const { landed, who, warned } = await signIn('max', 'max@acme.example', ['finance', 'staff'])
    expect(landed).toEqual(signedInAt)
    expect(who?.groups).toEqual([])
    expect(warned).toMatchObject([{ finding: 'groups-dropped', evidence: { count: 2, came: 'finance, staff' } }])
  })

  it('that drop a username refuse the sign-in and name it', async () => {
    await configure({ usernameTransforms: [{ kind: 'keep', pattern: '@corp' }] })
    const { landed, record } = await signIn('max', 'max@acme.example')
    expect(landed).toEqual(refusedWith('AUTH-001001'))
    expect(record).toMatchObject({ finding: 'username-dropped' })
  })

  it('whose work would hold up others give no groups and a warning', async () => {
    await configure({ groupTransforms: [{ kind: 'keep', pattern: '(?i)(a?b?c?d?){20}x' }] })
    const groups = Array.from({ length: 1000 }, (_, number) => `${'abcd'.repeat(100)}${number}`)
    const { landed, warned } = await signIn('max', 'max@acme.example', groups)
    expect(landed).toEqual(signedInAt)
    expect(warned).toMatchObject([{ finding: 'groups-transforms-long', evidence: { count: 1000 } }])
  })
})

describe('two people whose usernames become the same', () => {
  const usernameTransforms: NameTransform[] = [{ kind: 'replace', pattern: '^[A-Z]+-', replacement: '' }]

  it('are refused by name, the second one and at once', async () => {
    await configure({ usernameTransforms })
    expect((await signIn('one', 'EU-joe@acme.example')).landed).toEqual(signedInAt)
    const { landed, record } = await signIn('two', 'US-joe@acme.example')
    expect(landed).toEqual(refusedWith('USERNAME_TAKEN'))
    expect(record.checks.at(-1)).toMatchObject({
      check: 'user',
      finding: 'username-taken',
      evidence: { username: 'joe@acme.example', received: 'US-joe@acme.example', other: 'EU-joe@acme.example' },
    })
    // The first one is not affected.
    expect((await signIn('one', 'EU-joe@acme.example')).landed).toEqual(signedInAt)
  })

  it('are compared with people who signed in before there were transforms', async () => {
    await configure({})
    expect((await signIn('old', 'zoe@acme.example')).landed).toEqual(signedInAt)
    await configure({ usernameTransforms })
    expect((await signIn('new', 'EU-zoe@acme.example')).landed).toEqual(refusedWith('USERNAME_TAKEN'))
  })

  it('are not two people where the provider itself gives both the same name', async () => {
    await configure({ usernameTransforms })
    expect((await signIn('made', 'EU-amy@acme.example')).landed).toEqual(signedInAt)
    expect((await signIn('made again', 'EU-amy@acme.example')).landed).toEqual(signedInAt)
  })
})

it.each([
  ['lookahead', '(?=a)', 'TRANSFORM_PATTERN'],
  ['backreference', '(a)\\1', 'TRANSFORM_PATTERN'],
  ['unbalanced parenthesis', '(', 'TRANSFORM_PATTERN'],
  ['too large repetition', '(a?b?){100}', 'TRANSFORM_PATTERN_LARGE'],
])('a pattern with a %s is refused when it is saved', async (_, pattern, errorID) => {
  const sentences = { TRANSFORM_PATTERN: 'is not a regular expression', TRANSFORM_PATTERN_LARGE: 'is too large' }
  await expect(configure({ groupTransforms: [{ kind: 'lower-case' }, { kind: 'keep', pattern }] })).rejects.toThrow(
    new RegExp(`config\\.groupTransforms\\.1\\.pattern: .*${sentences[errorID as keyof typeof sentences]}`),
  )
})
