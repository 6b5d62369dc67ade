import { beforeEach, expect, it } from 'vitest'

import { openIdProvider } from '../../testing/portal-server.ts'
import { listUnderTest } from './testing/list-under-test.ts'
import type { Pty, PtyOptions } from './testing/pty.ts'

// Roles against groups, in the bundled terminal UI over the real server.
const list = listUnderTest()
const esc = '\u001b[27u'
const right = '\u001b[C'
const identityProviders = [openIdProvider('Main', { primary: true }), openIdProvider('Partners')]
const tenant = {
  identityProviders,
  firstAdminGroup: 'admins',
  applications: [
    {
      slug: 'billing',
      label: 'Billing',
      roles: [
        { name: 'reader', label: 'Reader', groups: ['staff', 'finance'] },
        { name: 'writer', label: 'Writer', groups: ['finance'] },
      ],
    },
    { slug: 'vault', label: 'Vault', singleTenant: true, groups: [{ provider: 'Partners', group: 'auditors' }] },
  ],
  customRoles: [{ label: 'Auditor', groups: { production: ['staff'] } }],
}

beforeEach(() => list.under.renew({ more: tenant }))

async function openMatrix(options: Partial<PtyOptions> = {}): Promise<Pty> {
  const pty = list.open({ columns: 80, rows: 24, ...options })
  await pty.until('Service accounts')
  pty.write('Mm')
  await pty.until(/Roles and groups[^]*ROLE/)
  return pty
}

async function type(pty: Pty, keys: string, wanted: string | RegExp): Promise<string> {
  pty.write(keys)
  return pty.until(wanted)
}

/** The names above the columns, from what stands right of the sidebar. */
function heads(text: string): string[] {
  const lines = text.split('\n').slice(2)
  const last = lines.findIndex((line) => line.includes('ROLE'))
  return lines
    .slice(0, last + 1)
    .flatMap((line) => [...line.slice(24).matchAll(/[^\s│]+/g)])
    .toSorted((one, other) => one.index - other.index)
    .flatMap(([word]) => (word === 'ROLE' ? [] : word))
}

/** The signs of a row. */
const signs = (text: string, row: string) => new RegExp(`${row} +((?:[●·] *)+)`).exec(text)?.[1]?.replaceAll(' ', '')

it('roles and groups cross where a group is mapped; the names stay, and the cursor says what it is on', async () => {
  const pty = await openMatrix()
  const text = await pty.until(/1 of 5/)
  expect(heads(text)).toEqual(['admins', 'finance', 'staff', 'auditors'])
  expect(signs(text, 'Security Admin')).toBe('●···')
  expect(signs(text, 'Auditor')).toBe('··●·')
  expect(signs(text, 'Billing: Reader')).toBe('·●●·')
  expect(signs(text, 'Billing: Writer')).toBe('·●··')
  expect(signs(text, 'Vault')).toBe('···●')
  expect(text).toContain('admins (Main): mapped - 1 of 5 - group 1 of 4')
  await type(pty, `jj${right}`, 'finance (Main): mapped - 3 of 5 - group 2 of 4')
  await type(pty, 'w', 'staff (Main): mapped - 3 of 5 - group 3 of 4')
  await type(pty, 'w', 'There is no further group of this role in this direction.')
  await type(pty, 'b', 'finance (Main): mapped')
  await type(pty, 'm', 'm does nothing here. ? lists the keys.')
  await type(pty, '$', 'auditors (Partners): not mapped - 3 of 5 - group 4 of 4')
  await type(pty, esc, /Production › Group mappings\n/)
})

it('the filter finds what a row shows', async () => {
  const pty = await openMatrix()
  await type(pty, '/Billing: Writer\r', /Billing: Writer[^]*1 of 1 /)
})

it('Enter changes the groups of the role, and back in the matrix the cell is drawn and the cursor where it was', async () => {
  const pty = await openMatrix()
  await type(pty, `j${right}${right}`, 'staff (Main): mapped - 2 of 5')
  await type(pty, '\r', /Group mappings › Auditor/)
  await type(pty, 'afinance\rs', '+ finance')
  await type(pty, '\r', 'The mapping was saved.')
  await type(pty, esc, /staff \(Main\): mapped - 2 of 5/)
  await pty.until((text) => signs(text, 'Auditor') === '·●●·')
  await type(pty, 'u', /Groups › staff › Used by[^]*1 of 3/)
})

it('a group is found at any provider, and only its roles are shown; the matrix can be limited to one provider', async () => {
  const pty = await openMatrix()
  const found = await type(pty, 'faudi\r', /auditors \(Partners\): mapped - 1 of 1/)
  expect(found).toContain('Roles and groups › auditors')
  await type(pty, esc, /1 of 5/)
  const partners = await type(pty, 'ppart\r', /Roles and groups › Partners[^]*group 1 of 1/)
  expect(signs(partners, 'Vault')).toBe('●')
  await type(pty, `${esc}/billing\r`, /1 of 2/)
})

it('2,000 roles and 1,000 groups are read in pages, and the first and last cell are reached', async () => {
  const applications = Array.from({ length: 20 }, (_, at) => ({
    slug: `app-${at}`,
    label: `App ${String(at).padStart(2, '0')}`,
    roles: Array.from({ length: 100 }, (_, n) => ({
      name: `r${n}`,
      label: `Role ${String(n).padStart(2, '0')}`,
      groups: n < 50 ? [`group ${String(at * 50 + n).padStart(4, '0')}`] : [],
    })),
  }))
  await list.under.renew({ more: { identityProviders, firstAdminGroup: 'admins', applications } })
  const { received } = list.under.at
  const pty = await openMatrix()
  await pty.until(/1 of more than 1,000/)
  await type(pty, 'G', /› App 19: Role 99/)
  const last = await type(pty, '$', /group 0999/)
  expect(last).toContain('App 19: Role 99')
  expect(last).not.toContain('App 00')
  await type(pty, 'g^', /admins: mapped - 1 of more than 1,000 - group 1 of/)
  const limits = received.flatMap(({ path }) => /mappings\?.*limit=(\d+)/.exec(path)?.[1] ?? [])
  expect(Math.max(...limits.map(Number))).toBeLessThanOrEqual(400)
  await type(pty, 'f0777\r', /App 15: Role 27[^]*group 0777 \(Main\): mapped - 1 of 1/)
})

it('a screen reader hears role, group and whether it is mapped', async () => {
  const pty = list.open({ env: { INK_SCREEN_READER: 'true' } })
  await pty.until('Service accounts')
  await type(pty, 'Mm', /Security Admin, admins \(Main\): mapped - 1 of 5 - group 1 of 4/)
  await type(pty, `j${right}`, /Auditor, finance \(Main\): not mapped - 2 of 5 - group 2 of 4/)
})

it('the tree leads from an environment to a group, and from the group to everything it gives', async () => {
  const pty = list.open({ columns: 80, rows: 24 })
  await pty.until('Service accounts')
  await type(pty, 'Mt', /Group mappings › Tree[^]*› \+ Operations|Group mappings › Tree[^]*› \+ Production/)
  // Both environments are of type TEST.
  await type(pty, '/Production\r', /› \+ Production/)
  await type(pty, `\r${esc}`, /- Production[^]*\+ Billing/)
  await type(pty, '/Billing\r', /› {3}\+ Billing/)
  await type(pty, `l${esc}`, /- Billing[^]*\+ Reader \(2\)/)
  await type(pty, 'jl', /- Reader \(2\)[^]*staff \(Main\)/)
  await type(pty, '/staff\r', /› +staff \(Main\)/)
  const text = await type(pty, `${esc}\r`, /Groups › staff › Tree/)
  await pty.until(/- Production\s[^]*- Custom roles[^]*Auditor[^]*- Billing\s[^]*Reader/)
  expect(text).not.toContain('could not be loaded')
  await type(pty, '[', /› +staff \(Main\)/)
  await type(pty, 'h', /› +- Reader/)
  await type(pty, 'e', /Group mappings › Billing: Reader/)
  await type(pty, esc, /› +- Reader/)
})
