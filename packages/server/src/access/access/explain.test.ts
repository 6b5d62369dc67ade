import { explainAccess, portalAppId, type ExplainedAccess } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let tenantId = ''
let admin: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  await server.importTenant(smallTenant('globex'))
  tenantId = acme.id
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins', 'staff', 'finance'] })
  await signedIn(server, acme, { username: 'bo@acme.example', groups: ['staff', 'guests'] })
  await signedIn(server, acme, { username: 'cy@acme.example', groups: [] })
  await inTenant(`update users set last_sign_in_at = '2026-01-02T03:04:05Z'`)
  await tenantScope(server.database, tenantId).transaction(async ({ db }) => {
    for (const { id, name } of await db.selectFrom('environments').select(['id', 'name']).execute()) ids.set(name, id)
    for (const { id, label } of await db.selectFrom('applications').select(['id', 'label']).execute())
      ids.set(label, id)
  })
}, 60_000)
afterAll(() => server?.close())
beforeEach(() => inTenant(`update users set active = true`))

const inTenant = (text: string) =>
  tenantScope(server.database, tenantId).transaction(async ({ db }) => {
    for (const one of text.split(';')) await sql.raw(one).execute(db)
  })

const personOf = (subject: string) =>
  tenantScope(server.database, tenantId).transaction(({ db }) =>
    db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow(),
  )

async function explained(user: string, app?: string, env?: string): Promise<ExplainedAccess> {
  const query = {
    user,
    ...(app === undefined ? {} : { application: ids.get(app) ?? app }),
    ...(env === undefined ? {} : { environment: ids.get(env) ?? env }),
  }
  const outcome = await admin.core.client.call(explainAccess, { query })
  if (!outcome.ok) throw new Error(outcome.problem.kind === 'expected' ? outcome.problem.errorID : outcome.problem.kind)
  return outcome.value
}
const chain = ({ steps }: ExplainedAccess) => steps.map(({ step, outcome }) => `${step}: ${outcome}`)
const sentence = ({ steps }: ExplainedAccess, name: string) => steps.find(({ step }) => step === name)?.sentence

describe('the chain', () => {
  it('goes from the username over format, provider, person, groups and roles to the application', async () => {
    const answer = await explained('bo@acme.example', 'Billing', 'Production')
    expect(chain(answer)).toEqual([
      'format: passed',
      'provider: passed',
      'person: passed',
      'groups: passed',
      'roles: passed',
      'applications: passed',
    ])
    expect(answer).toMatchObject({
      outcome: 'known',
      allowed: true,
      format: { type: 'suffix', value: 'acme.example' },
      provider: { name: 'Main', enabled: true, primary: true },
      person: { username: 'bo@acme.example', active: true },
    })
    expect(answer.groups.map(({ name, mapped }) => [name, mapped])).toEqual([
      ['staff', true],
      ['guests', false],
    ])
    expect(sentence(answer, 'person')).toContain('last signed in at 2026-01-02 03:04 UTC')
    expect(sentence(answer, 'roles')).toBe('Holds 1 role: Viewer of Billing in Production (by staff).')
    expect(sentence(answer, 'applications')).toBe('Can open 1 application: Billing in Production.')
  })

  it('finds a person in whatever case the username is written, and by id', async () => {
    const { person } = await explained('BO@acme.EXAMPLE')
    expect((await explained(person?.id ?? '')).person).toEqual(person)
  })

  it('names the groups that would open an application that the person cannot open', async () => {
    const answer = await explained('bo@acme.example', 'Vault', 'Production')
    expect([answer.allowed, chain(answer).slice(-2)]).toEqual([false, ['roles: missing', 'applications: missing']])
    expect(answer.openedBy).toMatchObject([{ name: 'finance', environment: 'Production', role: null }])
    expect(sentence(answer, 'roles')).toBe(
      'No group of the person is mapped to a role of Vault in Production. Groups that open it: finance (access in Production, from “Main”).',
    )
  })

  it('says where an application is not part of the environment', async () => {
    expect(sentence(await explained('bo@acme.example', 'Vault', 'Staging'), 'roles')).toContain(
      'Vault is not one of the applications of Staging.',
    )
  })

  it('ends at the groups of a person whose provider sent none', async () => {
    const answer = await explained('cy@acme.example')
    expect([answer.allowed, chain(answer).slice(3)]).toEqual([
      false,
      ['groups: missing', 'roles: missing', 'applications: missing'],
    ])
    expect(sentence(answer, 'groups')).toContain('“Main” sent no groups')
  })

  it('stops at the provider for a person who has never signed in, and names the groups that are needed', async () => {
    const answer = await explained('new@acme.example', 'Billing', 'Production')
    expect([answer.outcome, answer.allowed, answer.access]).toEqual(['not-seen', null, null])
    expect(chain(answer)).toEqual([
      'format: passed',
      'provider: passed',
      'person: unknown',
      'groups: unknown',
      'roles: unknown',
      'applications: unknown',
    ])
    expect(sentence(answer, 'roles')).toContain('staff (Viewer in Production, from “Main”)')
  })

  it.each([
    ['ada@nowhere.example', 'nowhere'],
    ['ada', 'malformed'],
    ['ada@globex.example', 'elsewhere'],
  ])('ends at the format for %s', async (username, outcome) => {
    const answer = await explained(username)
    expect([answer.outcome, answer.allowed, chain(answer)]).toEqual([outcome, false, ['format: missing']])
  })

  it('says that a deactivated person cannot open what the groups would', async () => {
    await inTenant(`update users set active = false where username = 'bo@acme.example'`)
    const answer = await explained('bo@acme.example', 'Billing', 'Production')
    expect([answer.allowed, chain(answer)[2], chain(answer).at(-1)]).toEqual([
      false,
      'person: missing',
      'applications: missing',
    ])
    expect(sentence(answer, 'applications')).toContain('but the person cannot sign in')
  })

  it('says why Security Admin does not count at a provider that is not primary', async () => {
    await inTenant(`
      insert into identity_providers (tenant_id, id, name, type, config, kept_at)
        select tenant_id, gen_random_uuid(), 'Partners', type, config, now() from identity_providers;
      insert into groups (tenant_id, id, identity_provider_id, claim, name)
        select tenant_id, gen_random_uuid(), id, 'partners', 'partners' from identity_providers where name = 'Partners';
      insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
        select tenant_id, gen_random_uuid(), id, 'pat', 'pat@partners.example', 'Pat', 'Pat'
          from identity_providers where name = 'Partners';
      insert into user_groups (tenant_id, user_id, group_id)
        select u.tenant_id, u.id, g.id from users u, groups g where u.subject = 'pat' and g.claim = 'partners';
      insert into portal_role_groups (tenant_id, role, group_id)
        select tenant_id, 'security-admin', id from groups where claim = 'partners'`)
    const answer = await explained((await personOf('pat')).id)
    expect([answer.outcome, answer.access?.securityAdmin, chain(answer)[0]]).toEqual([
      'known',
      false,
      'format: missing',
    ])
    expect(sentence(answer, 'roles')).toContain(
      'The group partners is mapped to Security Admin, but that role counts only for people of the primary identity provider “Main”.',
    )
  })

  it('says why a person of another provider, who never signed in, cannot: the username does not belong there', async () => {
    await inTenant(`
      insert into identity_providers (tenant_id, id, name, type, config, kept_at)
        select tenant_id, gen_random_uuid(), 'Directory', type, config, now() from identity_providers where name = 'Main';
      insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname, username_foreign_since)
        select tenant_id, gen_random_uuid(), id, 'zoe', 'zoe@acme.example', 'Zoe', 'Zoe', now()
          from identity_providers where name = 'Directory'`)
    const foreign =
      'The username zoe@acme.example of Zoe does not belong to Directory, so Zoe cannot sign in. Change the name at the provider, or its username formats.'
    const byName = await explained('zoe@acme.example')
    expect(chain(byName)[2]).toBe('person: unknown')
    expect(sentence(byName, 'person')).toBe(
      `“zoe@acme.example” has not signed in with “Main” yet, but a person with this username is known at “Directory”. ${foreign}`,
    )
    const byId = await explained((await personOf('zoe')).id)
    expect(sentence(byId, 'person')).toBe(foreign)
    expect(sentence(byId, 'format')).toBe(
      '“zoe@acme.example” leads to “Main”, but Zoe belongs to “Directory”: check the username formats of both.',
    )
  })

  it('takes the portal itself for open to everyone who can sign in', async () => {
    expect(await explained('cy@acme.example', 'Portal')).toMatchObject({
      allowed: true,
      application: { id: portalAppId },
    })
  })

  it.each([
    ['bo@acme.example', undefined, 'Elsewhere'],
    ['bo@acme.example', 'No such', undefined],
    ['bo@acme.example', undefined, '00000000-0000-4000-8000-000000000000'],
  ])('is not found for an environment or application that is not there: %s %s %s', async (user, app, env) => {
    await expect(explained(user, app, env)).rejects.toThrow('NOT_FOUND')
  })
})
