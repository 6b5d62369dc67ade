import { beforeEach, expect, it } from 'vitest'

import { openIdProvider } from '../../testing/portal-server.ts'
import { listUnderTest } from './testing/list-under-test.ts'
import type { Pty, PtyOptions } from './testing/pty.ts'

// Custom roles, group mappings and what uses a group, in the bundled terminal UI over the real server.
const list = listUnderTest()
const esc = '\u001b[27u'
const down = '\u001b[B'
const tenant = {
  identityProviders: [openIdProvider('Main', { primary: true }), openIdProvider('Partners')],
  firstAdminGroup: 'admins',
  applications: [
    {
      slug: 'billing',
      label: 'Billing',
      roles: [
        { name: 'reader', label: 'Reader', groups: ['staff', 'finance'] },
        { name: 'hidden', label: 'Hidden', visible: false },
      ],
    },
    { slug: 'vault', label: 'Vault', singleTenant: true, groups: [{ provider: 'Partners', group: 'auditors' }] },
  ],
  customRoles: [
    { label: 'Auditor', groups: { production: ['finance', 'staff'], operations: ['finance'] } },
    { label: 'Trainee' },
  ],
}

beforeEach(() => list.under.renew({ more: tenant }))

async function open(options: Partial<PtyOptions> = {}): Promise<Pty> {
  const pty = list.open(options)
  await pty.until('Service accounts')
  return pty
}

/** The screen after these keys, once it shows the wanted text. */
async function type(pty: Pty, keys: string, wanted: string | RegExp): Promise<string> {
  pty.write(keys)
  return pty.until(wanted)
}

const run = async (...argv: string[]) => (await list.under.at.run(argv)).stdout
const groupsOf = async (...target: string[]) =>
  (await run('mapping', 'get', '--env', 'Production', ...target, '--columns=name')).trim().split('\n').filter(Boolean)
const roles = async () => (await run('role', 'list', '--columns=label')).trim().split('\n')

it('a custom role is created, renamed and deleted after its name was typed, which says how many mappings go with it', async () => {
  const pty = await open({ columns: 80, rows: 24 })
  await type(pty, 'C', /Auditor[^]*Trainee[^]*1 of 2/)
  await type(pty, 'c', /read-only until you type\s+:write/)
  await type(pty, ':write\r', 'ALL ENVIRONMENTS WRITE')
  await type(pty, 'cauditor\r', 'Create this custom role?')
  // The name is taken; it is there to be corrected.
  await type(pty, '\r', /Create custom role[^]*Name: auditor[^]*Another one has this name/)
  await type(pty, '\u0015\r', 'Enter a name for the custom role.')
  await type(pty, 'Reviewer\r', '+ Reviewer')
  await type(pty, '\r', /› +Reviewer[^]*The custom role was created\./)
  await type(pty, 'e 2\r', /- Reviewer[^]*\+ Reviewer 2/)
  await type(pty, '\r', 'The custom role was saved.')
  expect(await roles()).toEqual(['Auditor', 'Reviewer 2', 'Trainee'])

  await type(pty, 'gd', /3 mappings are deleted with it: Operations \(1\),[^]*Production \(2\)\./)
  await type(pty, 'auditors\r', 'Type Auditor to continue.')
  expect(await roles()).toContain('Auditor')
  await type(pty, '\u0015Auditor\r', 'The custom role and its mappings were deleted.')
  expect(await roles()).toEqual(['Reviewer 2', 'Trainee'])
  await type(pty, 'Gd', 'It is mapped to no group.')
})

it('custom roles that the tenant has read-only are marked, and say why nothing changes', async () => {
  await list.under.renew({
    more: { ...tenant, tenant: { slug: 'frozen-roles', name: 'Frozen roles', customRolesReadonly: true } },
  })
  const pty = await open()
  await type(pty, 'C', 'Custom roles › Read-only')
  await type(pty, ':write\r', 'ALL ENVIRONMENTS WRITE')
  for (const key of ['c', 'e', 'd']) {
    await type(pty, key, 'Custom roles are read-only: none can be created, renamed or deleted.')
    await type(pty, 'j', /^(?!.*none can be created)/s)
  }
  // Groups can be mapped all the same.
  await type(pty, 'g\r', /Production › Group mappings › Auditor[^]*finance[^]*staff/)
})

it('the mappings of the environment are listed by kind, and the groups of one are changed', async () => {
  const pty = await open({ columns: 80, rows: 24 })
  const all = await type(pty, 'M', /1 of 5/)
  expect(all).toMatch(/Security Admin +admins[^]*Auditor +finance, staff[^]*Trainee[^]*Billing: Reader +finance, staff/)
  expect(all).toMatch(/Vault +auditors/)
  expect(all).not.toContain('Hidden')
  await type(pty, 'fapplication r\r', /Group mappings › Application roles[^]*1 of 1/)
  await type(pty, '\r', /Billing: Reader[^]*Members of these groups hold the role in Production\.[^]*Main[^]*finance/)

  // A group of the other provider, found by the server; then one is removed.
  await type(pty, 'a', /Search:[^]*1 of 4/)
  await type(pty, 'audi', /1 of 1\s[^]*auditors +Partners/)
  await type(pty, '\r', /Partners\n[^]*auditors +New/)
  await type(pty, 'gx', /^(?!.*finance)/s)
  await type(pty, 's', /Save these changes\?[^]*- finance[^]*\+ auditors/)
  await type(pty, '\r', 'The mapping was saved.')
  expect((await groupsOf('--app', 'Billing', '--role', 'reader')).toSorted()).toEqual(['auditors', 'staff'])
  await type(pty, esc, /Billing: Reader +staff, auditors/)
})

it('several groups are ticked in one search after another, and a group not seen yet is added by its name', async () => {
  const pty = await open({ columns: 80, rows: 24 })
  await type(pty, 'M', /1 of 5/)
  await type(pty, '/trainee\r\r', /Trainee[^]*No groups/)
  await type(pty, `astaff\t\u0015audi\t\r`, /staff +New[^]*auditors +New/)
  await type(pty, 'anewcomers\r', /Identity provider[^]*Partners/)
  await type(pty, 'part\r', /A group of Partners[^]*no sign-in has named[^]*Name: newcomers/)
  await type(pty, '\r', /newcomers +New/)
  // It is there already.
  await type(pty, 'bpart\rauditors\r', 'The identity provider already has this group.')
  await type(pty, `${esc}s`, '+ newcomers')
  await type(pty, '\r', 'The mapping was saved.')
  expect((await groupsOf('--role', 'Trainee')).toSorted()).toEqual(['auditors', 'newcomers', 'staff'])
})

it('a mapping that another person changed is read again with the own change on top', async () => {
  const pty = await open()
  await type(pty, 'M/auditor\r\r', /Group mappings › Auditor[^]*finance/)
  await type(pty, 'x', /^(?!.*finance)/s)
  await run('mapping', 'add', '--env', 'Production', '--role', 'Auditor', '--group', 'auditors')
  await type(pty, 's\r', 'This was changed in the meantime')
  await type(pty, '\r', /staff[^]*auditors/)
  await type(pty, 's', '- finance')
  await type(pty, '\r', 'The mapping was saved.')
  expect((await groupsOf('--role', 'Auditor')).toSorted()).toEqual(['auditors', 'staff'])
})

it('unsaved groups are asked about when leaving, and a read-only environment refuses every change', async () => {
  const environments = [
    { slug: 'production', name: 'Production', type: 'TEST', readonly: true },
    { slug: 'operations', name: 'Operations', type: 'TEST' },
  ]
  await list.under.renew({ more: { ...tenant, environments } })
  const pty = await open()
  await type(pty, 'M/auditor\r\r', /Group mappings › Auditor[^]*finance/)
  for (const key of ['a', 'b', 'x', 's']) {
    await type(pty, key, 'This environment is read-only.')
    await type(pty, 'j', /^(?!.*This environment is read-only)/s)
  }
  await type(pty, ':use Operations\rM/auditor\r\r', /Operations › Group mappings › Auditor[^]*finance/)
  await type(pty, 'x:roles\r', 'Save your changes first?')
  await type(pty, 'd', /Custom roles[^]*1 of 2/)
})

it('what uses a group is listed for all environments, and leads to the mapping', async () => {
  const pty = await open({ columns: 80, rows: 24 })
  await type(pty, 'U/finance\r\r', /Groups › finance › Used by[^]*1 of 4/)
  const text = await pty.text()
  expect(text).toMatch(/Operations +Auditor[^]*Production +Billing: Reader/)
  await type(pty, '/reader\r\r', /Operations › Group mappings › Billing: Reader/)
  await type(pty, 'u', /Groups › finance › Used by/)
})

it('the roles of an application are reached from the list of applications, and lead to their groups', async () => {
  const pty = await open({ columns: 80, rows: 24 })
  await type(pty, '2/billing\rm', /Production › Billing › Application roles[^]*reader +Reader[^]*1 of 1/)
  expect(await pty.text()).not.toContain('hidden')
  await type(pty, '\r', /Group mappings › Billing: Reader[^]*finance/)
  await type(pty, `${esc}m`, /Group mappings › Billing\n[^]*1 of 1/)
  await type(pty, `2${esc}/vault\rm`, 'This application has no roles.')
  await type(pty, 'm\r', /Group mappings › Vault[^]*Groups that open Vault[^]*auditors/)
})

it('of a thousand groups of a provider the picker holds pages, and the server finds each', async () => {
  const groups = (at: number) => Array.from({ length: 200 }, (_, n) => `group ${String(at * 200 + n).padStart(4, '0')}`)
  const applications = Array.from({ length: 5 }, (_, at) => ({
    slug: `a${at}`,
    label: `App ${at}`,
    singleTenant: true,
    groups: groups(at),
  }))
  await list.under.renew({ more: { ...tenant, applications } })
  const pty = await open({ columns: 80, rows: 24 })
  await type(pty, 'M/trainee\r\r', /Group mappings › Trainee/)
  await type(pty, 'a', /1 of more than 1,000/)
  await type(pty, '\u001b[6~'.repeat(12), /group 01\d\d/)
  await type(pty, 'group 0987', /1 of 1\s[^]*group 0987/)
  await type(pty, '\r', /group 0987 +New/)
})

it('a screen reader hears a role, a mapping, its groups and the picker', async () => {
  const pty = await open({ env: { INK_SCREEN_READER: 'true' } })
  await type(pty, 'C', /Custom roles\s+Name: Auditor, ID: [\w-]+, 1 of 2/)
  await type(pty, '\r', /Auditor\s+Members of these groups[^]*finance: empty, 1 of 4\s+In Main/)
  await type(pty, 'a', /Search: \s+admins +Main, not ticked, 1 of 4/)
  await type(pty, `${down}\t`, /auditors +Partners, ticked|finance +Main, (?:not )?ticked/)
})
