import { beforeEach, expect, it } from 'vitest'

import { openIdProvider } from '../../testing/portal-server.ts'
import { listUnderTest } from './testing/list-under-test.ts'
import type { Pty } from './testing/pty.ts'

// The mappings of one environment promoted to another, in the bundled terminal UI over the real server.
const list = listUnderTest()
const roles = [
  { label: 'Auditor', groups: { production: ['finance', 'staff'], operations: ['staff', 'developers'] } },
  { label: 'Trainee', groups: { operations: ['staff'] } },
]

beforeEach(() =>
  list.under.renew({
    type: 'PROD',
    more: {
      identityProviders: [openIdProvider('Main', { primary: true })],
      firstAdminGroup: 'admins',
      applications: [{ slug: 'vault', label: 'Vault', singleTenant: true, groups: ['staff'] }],
      customRoles: roles,
    },
  }),
)

async function open(): Promise<Pty> {
  const pty = list.open({ columns: 80, rows: 24, settings: { environment: 'Operations' } })
  await pty.until('Service accounts')
  await type(pty, 'M', /1 of 4/)
  return pty
}

async function type(pty: Pty, keys: string, wanted: string | RegExp): Promise<string> {
  pty.write(keys)
  return pty.until(wanted)
}

const groupsOf = async (role: string) =>
  (await list.under.at.run(['mapping', 'get', '--env', 'Production', '--role', role, '--columns=name'])).stdout
    .split('\n')
    .filter(Boolean)
    .toSorted()

it('a plan shows what would change, is refused in production until :write, and is saved after a question', async () => {
  const pty = await open()
  await type(pty, '=', /Compare with[^]*Production/)
  const plan = await type(pty, '\r', /Auditor[^]*- finance[^]*\+ developers[^]*Trainee[^]*\+ staff/)
  expect(plan).toContain('Promote from Operations to Production')
  await type(pty, 's', /Production is a production environment: it is read-only until you\s+type :write/)
  await type(pty, ':write\r', 'Changes in Production are allowed')
  await type(pty, 's', /Replace 2 mappings of Production with those of[^]*Operations\?/)
  await type(pty, '\r', '2 mappings were saved.')
  expect([await groupsOf('Auditor'), await groupsOf('Trainee')]).toEqual([['developers', 'staff'], ['staff']])
  await type(pty, 'R', /0 mappings differ[^]*There is nothing to promote to Production\./)
})

it('a mapping that another person changed is not replaced; it is read again and then saved', async () => {
  const pty = await open()
  await type(pty, '=\r', /Trainee[^]*\+ staff/)
  await list.under.at.run(['mapping', 'add', '--env', 'Production', '--role', 'Trainee', '--group', 'finance'])
  await type(pty, ':write\rs', 'Replace 2 mappings')
  await type(pty, '\r', /“Trainee” was changed meanwhile/)
  expect(await groupsOf('Trainee')).toEqual(['finance'])
  await type(pty, 'r', /Trainee\s*\n[^]*\+ staff(?![^]*changed meanwhile)/)
  await type(pty, 's', 'Replace 1 mapping of Production')
  await type(pty, '\r', 'were saved.')
  expect(await groupsOf('Trainee')).toEqual(['finance', 'staff'])
})
