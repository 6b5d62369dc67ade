import { expect, it } from 'vitest'

import { openIdProvider } from '../../testing/portal-server.ts'
import type { Pty } from './testing/pty.ts'
import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()
const tenant = {
  identityProviders: [
    openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] }),
    openIdProvider('Partners', { emailSuffixes: ['partners.example'] }),
  ],
  firstAdminGroup: 'admins',
  applications: [
    { slug: 'wiki', label: 'Wiki', groups: ['staff'] },
    { slug: 'orders', label: 'Orders', roles: [{ name: 'clerk', label: 'Clerk', groups: ['staff'] }] },
  ],
  customRoles: [{ label: 'Auditor', groups: { production: ['staff'] } }],
}
const people = [
  { username: 'ada@acme.example', name: 'Ada Okafor', groups: ['admins'] },
  { username: 'chidi@acme.example', name: 'Chidi Lindqvist', groups: ['staff', 'guests'] },
  { username: 'noor@partners.example', name: 'Noor Haddad', provider: 'Partners', groups: [] },
]
type Options = Parameters<typeof list.open>[0]

const renew = (known: readonly object[] = people) => list.under.renew({ more: { ...tenant, people: known } })

/** The list of people, loaded. */
async function openPeople(options: Options = {}): Promise<Pty> {
  const pty = list.open({ columns: 120, rows: 40, ...options })
  await pty.until('no service account yet')
  pty.write('9')
  await pty.until(/Ada Okafor|Person 00000/)
  return pty
}

/** What stands right of the sidebar. */
const content = (text: string) => text.split('\n').map((line) => line.slice(24).trimEnd())

it('9 lists people with the columns of person list; the server searches and filters them', async () => {
  await renew()
  const pty = await openPeople()
  const text = await pty.until(/Ada Okafor[^]*Chidi Lindqvist[^]*Noor Haddad/)
  expect(text).toMatch(/NAME \S+ +USERNAME +IDENTITY PROVIDER +STATE +LAST SIGN-IN/)
  expect(text).toMatch(/Noor Haddad +noor@partners\.example +Partners +active/)
  pty.write('/chid\r')
  await pty.until((now) => now.includes('Chidi') && !now.includes('Ada') && now.includes('filter: chid'))
  expect(list.under.at.received.at(-1)?.query.get('search')).toBe('chid')
  pty.write('\u001b')
  await pty.until('Ada Okafor')
  pty.write('pPartn\r')
  await pty.until((now) => now.includes('People › Partners') && now.includes('Noor') && !now.includes('Ada Okafor'))
  pty.write('ff')
  await pty.until(/People › Partners › Deactivated[^]*No person matches\./)
  pty.write('y')
  await pty.until('Copied: portico person list --idp Partners --deactivated')
  pty.write('\u001b')
  await pty.until(/Ada Okafor[^]*Noor Haddad/)
})

it('Enter shows a person: groups, roles and applications of each environment, sessions, and sign-ins with codes', async () => {
  await renew(people.slice(0, 1))
  const { tenant: rows } = list.under.at
  const username = 'chidi@acme.example'
  await rows.signIn(username, ['staff', 'guests'])
  const providerId = rows.identityProviderIds.get('Main') ?? ''
  await rows.addSignIns([{ code: 'K7QF-2M9X', outcome: 'failed', username, providerId, checks: [] }])
  const pty = list.open({ columns: 120, rows: 40 })
  await pty.until('9 People')
  pty.write(':person chidi\r')
  await pty.until(/1 of 1 /)
  pty.write('\r')
  const text = await pty.until(/K7QF-2M9X +\d{4}-/)
  expect(text).toContain('People › chidi@acme.example')
  const shown = content(text).join('\n')
  expect(shown).toMatch(/Username +chidi@acme\.example/)
  expect(shown).toMatch(/Sessions +1 in a browser, 0 on the command line/)
  expect(shown).toMatch(/Groups\nguests, staff/)
  expect(shown).toMatch(/Production\n +Orders +Clerk\n +Wiki +–\n +Custom roles +Auditor/)
  expect(shown).toMatch(/Operations\n +Orders +Clerk\n +Wiki +–/)
  pty.write('c\r')
  await pty.until('Sign-ins › K7QF-2M9X')
  pty.write('[')
  await pty.until('People › chidi@acme.example')
  pty.write('\u001b')
  await pty.until('1 of 1 ')
})

it('the key sheet names the keys of people', async () => {
  await renew()
  const pty = await openPeople({ columns: 80, rows: 24 })
  expect(await pty.text()).toMatch(/› 9 People/)
  pty.write('?')
  await pty.until('Search:')
  pty.write('people')
  expect(await pty.until(/ 9 +People/)).toContain('1 of ')
})

it('a screen reader hears a person in sentences', async () => {
  await renew()
  const pty = await openPeople({ env: { INK_SCREEN_READER: 'true' } })
  await pty.until(/Name: Ada Okafor, Username: ada@acme\.example.*State: active/)
  pty.write('\r')
  await pty.until(/Groups\s+admins/)
})

it('no colour is written with NO_COLOR', async () => {
  await renew()
  const pty = await openPeople({ columns: 80, rows: 24, env: { NO_COLOR: '1' } })
  pty.write('\r')
  await pty.until('People › Ada Okafor')
  expect(
    pty
      .written()
      .split('\u001b[')
      .filter((part) => /^(?:3[0-7]|38;|9[0-7])[\d;]*m/.test(part)),
  ).toEqual([])
})

it('of 10,000 people those on screen are drawn, and the last and one found by the server are opened', async () => {
  await renew([])
  const { tenant: rows } = list.under.at
  await rows.addPeople(rows.identityProviderIds.get('Main') ?? '', 10_000)
  const pty = await openPeople({ columns: 80, rows: 24 })
  const text = await pty.until('1 of more than 1,000')
  expect(text.match(/Person \d{5}/g)?.length).toBeLessThan(24)
  pty.write('G')
  await pty.until('Person 09999')
  pty.write('\r')
  await pty.until('People › Person 09999')
  pty.write('\u001b')
  await pty.until('1 from the end of more than 1,000')
  pty.write('/04242\r\r')
  await pty.until('People › Person 04242')
})

it('you cannot deactivate yourself; another person is asked about first, and the list shows the change', async () => {
  await renew([people[1] ?? {}])
  const cookies = await list.under.at.tenant.signIn('ada@acme.example', ['admins'])
  const pty = list.open({ columns: 120, rows: 40, settings: { cookies } })
  await pty.until('no service account yet')
  pty.write('9')
  await pty.until(/› +ada@acme\.example/)
  pty.write('d')
  await pty.until('You cannot deactivate yourself. Ask another administrator.')
  pty.write(':write\rjd')
  await pty.until(/Deactivate Chidi Lindqvist \(chidi@acme\.example\) and end every session\?/)
  const posts = () =>
    list.under.at.received.filter(({ method, path }) => method === 'POST' && path.includes('/people/'))
  expect(posts()).toEqual([])
  pty.write('d')
  await pty.until(/Chidi Lindqvist +chidi@acme\.example +Main +deactivated/)
  pty.write('d')
  await pty.until('Chidi Lindqvist is already deactivated.')
  pty.write('r')
  await pty.until(/chidi@acme\.example +Main +active[^]*can sign in again\./)
  expect(posts()).toHaveLength(2)
})

it('the palette finds people on the server, and opens one typed faster than it answers', async () => {
  await renew()
  const pty = list.open({ columns: 80, rows: 24 })
  await pty.until('no service account yet')
  pty.write(':lindq')
  await pty.until(/People[^]*Chidi Lindqvist +chidi@acme\.example/)
  pty.write('\r')
  await pty.until('People › Chidi Lindqvist')
  pty.write(':partners.exam\r')
  await pty.until('People › Noor Haddad')
})
