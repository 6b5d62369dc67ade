import { deactivatePerson } from '@portico/core/contract'
import { expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { checkUsernames } from '../../people/usernames/check-usernames.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const { at, rows, change, soon, call, connect, run, settled, user, membersOf, namesOf, waits } = provisioningUnderTest()

const check = () => tenantScope(at.server.database, at.acme.id).transaction((tx) => checkUsernames(tx, Date.now()))

/** Everyone but `bob` has a name of the provider. */
const fit = () =>
  change(`update users set username = username || '@acme${at.round}.example' where username in ('ada', 'cy')`)

it('a person whose username belongs to another provider is never sent', async () => {
  await fit()
  await check()
  await connect()
  run()
  await settled()
  const ada = `ada@acme${at.round}.example`
  expect([namesOf(at.application.users), membersOf('staff')]).toEqual([[ada], [ada]])
})

it('one who was sent before is removed when the directory sends such a name, and sent again when it fits', async () => {
  await fit()
  await connect()
  run()
  await settled()
  expect(user('bob')).toMatchObject({ active: true })
  // As a directory does that renames bob.
  await change(
    `update users set active = false, username_holds = true, username_foreign_since = now() where username = 'bob'`,
  )
  await soon()
  await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
  await change(`update users set username = 'bob@acme${at.round}.example' where username = 'bob'`)
  await check()
  await soon()
  await expect.poll(() => user(`bob@acme${at.round}.example`)?.['active'], waits).toBe(true)
})

it('one who was found is left as the application has them until an administrator decides, and nothing new is sent', async () => {
  await fit()
  await connect()
  run()
  await settled()
  const [bob] = await rows<{ id: string; provider: string }>(
    `select id, identity_provider_id as provider from users where username = 'bob'`,
  )
  await change(
    `insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
     values ('${at.acme.id}', '${uuidv7(Date.now())}', '${bob?.provider}', 'eve', 'eve', 'Eve', 'Eve')`,
  )
  await change(
    `insert into user_groups (tenant_id, user_id, group_id)
     select u.tenant_id, u.id, g.id from users u, groups g where u.username = 'eve' and g.claim = 'staff'`,
  )
  await check()
  const before = at.application.seen.length
  await change(`update users set name = 'Other' where username = 'bob'`)
  await soon()
  // Ada's change is sent after those of the comparison that leaves the others out.
  await change(`update users set name = 'Ada again' where username like 'ada@%'`)
  await soon()
  await expect.poll(() => user(`ada@acme${at.round}.example`)?.['displayName'], waits).toBe('Ada again')
  await settled()
  expect(user('bob')).toMatchObject({ active: true, displayName: 'bob' })
  expect(user('eve')).toBeUndefined()
  expect(membersOf('staff')).toContain('bob')
  const touched = at.application.seen.slice(before).filter(({ method }) => method !== 'GET')
  expect(touched.length).toBeGreaterThan(0)
  expect(await call(deactivatePerson, { params: { id: bob?.id ?? '' } })).toMatchObject({ ok: true })
  await soon()
  await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
})

it('one who was found comes into no other group, and stays in those that the application knows', async () => {
  await fit()
  await connect()
  run()
  await settled()
  await check()
  await change(
    `insert into user_groups (tenant_id, user_id, group_id)
     select u.tenant_id, u.id, g.id from users u, groups g where u.username in ('bob', 'cy') and g.claim = 'finance'`,
    `update users set name = 'Ada again' where username like 'ada@%'`,
  )
  await soon()
  await expect.poll(() => user(`ada@acme${at.round}.example`)?.['displayName'], waits).toBe('Ada again')
  await settled()
  const ada = `ada@acme${at.round}.example`
  expect(membersOf('finance')).toEqual([ada])
  expect(membersOf('staff')).toEqual([ada, 'bob'])
})
