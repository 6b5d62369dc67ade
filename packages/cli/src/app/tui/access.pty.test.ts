import { expect, it } from 'vitest'

import { openIdProvider } from '../../testing/portal-server.ts'
import type { Pty } from './testing/pty.ts'
import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()
const more = {
  identityProviders: [openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })],
  firstAdminGroup: 'admins',
  applications: [
    { slug: 'wiki', label: 'Wiki', groups: ['staff'] },
    { slug: 'orders', label: 'Orders', roles: [{ name: 'clerk', label: 'Clerk', groups: ['sales'] }] },
  ],
  people: [
    { username: 'ada@acme.example', name: 'Ada Okafor', groups: ['admins', 'staff'] },
    { username: 'chidi@acme.example', name: 'Chidi Lindqvist', groups: ['staff', 'guests'] },
    { username: 'dana@acme.example', name: 'Dana Moreau', groups: ['guests'] },
  ],
}

async function open(options: Parameters<typeof list.open>[0] = {}): Promise<Pty> {
  await list.under.renew({ more })
  const pty = list.open({ columns: 120, rows: 40, ...options })
  await pty.until('no service account yet')
  return pty
}

it('from a person: the chain and what the groups give, then what is missing for one application', async () => {
  const pty = await open()
  pty.write(':person chidi\r')
  await pty.until('1 of 1 ')
  pty.write('\r')
  await pty.until('People › Chidi Lindqvist')
  pty.write('e')
  const all = await pty.until(/Access › chidi@acme\.example/)
  expect(await pty.until('Wiki (by staff)')).toMatch(/ok +Username format[^]*ok +Person[^]*ok +Applications/)
  expect(all).not.toContain('MISSING')
  pty.write('aOrd\r')
  await pty.until(/› chidi@acme\.example › Orders[^]*MISSING +Roles[^]*Groups that open it: sales/)
  pty.write('eOper\r')
  await pty.until(/› chidi@acme\.example › Operations › Orders[^]*MISSING/)
  pty.write('y')
  await pty.until('Copied: portico explain chidi@acme.example --app Orders --env Operations')
  pty.write('p')
  await pty.until('People › Chidi Lindqvist')
})

it('from the palette: a username that has not signed in, as far as it goes, and one that no format matches', async () => {
  const pty = await open({ columns: 80, rows: 24 })
  pty.write(':explain new@acme.example\r')
  await pty.until(/ok +Username format[^]*unknown +Person/)
  pty.write('\r')
  await pty.until('Explain the access of')
  pty.write('ada@nowhere.example\r')
  await pty.until(/Access › ada@nowhere\.example[^]*MISSING +Username format/)
})

it('a screen reader hears each step with its outcome', async () => {
  const pty = await open({ env: { INK_SCREEN_READER: 'true' } })
  pty.write(':explain dana@acme.example\r')
  await pty.until(/ok +Person[^]*MISSING +Applications/)
})

it('from an application: who can open it, counted and searched by the server, and why', async () => {
  const pty = await open()
  pty.write('2')
  await pty.until('Wiki')
  pty.write('/wiki\rw')
  const text = await pty.until(/Production › Wiki › Who can open it[^]*1 of 2/)
  expect(text).toMatch(/NAME \S+ +USERNAME +IDENTITY PROVIDER +ROLES +GROUPS/)
  expect(text).toMatch(/Ada Okafor +ada@acme\.example +Main +staff/)
  expect(text).not.toContain('Dana')
  pty.write('/chid\r')
  await pty.until((now) => now.includes('Chidi') && !now.includes('Ada Okafor'))
  pty.write('y')
  await pty.until('Copied: portico app people Wiki --env Production --search chid')
  pty.write('e')
  await pty.until(/Access › chidi@acme\.example › Production › Wiki[^]*ok +Applications/)
  pty.write('\u001b')
  await pty.until('Who can open it')
  pty.write('\r')
  await pty.until('People › Chidi Lindqvist')
})

it('an application that no person can open says so', async () => {
  const pty = await open({ columns: 80, rows: 24 })
  pty.write('2')
  await pty.until('Orders')
  pty.write('/orders\rw')
  await pty.until(/No known person can open Orders in Production/)
})
