import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fetchPort, createClient, getLauncherPreferences } from '@portico/core'
import { expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest({ supportUrl: 'https://help.example/courses' })
const application = (label: string, more: object = {}) => ({
  slug: label.toLowerCase().replaceAll(' ', '-'),
  label,
  launchUrl: `https://${label.toLowerCase().replaceAll(' ', '')}.example/`,
  groups: ['staff'],
  ...more,
})
const three = ['Archive', 'Billing', 'Wiki'].map((label) => application(label))
const provider = {
  name: 'Main',
  type: 'OIDC',
  primary: true,
  config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
  clientSecret: 'not-a-secret-in-tests',
}

/** The terminal UI of a new person of these groups, without administration rights, at its first screen. */
async function openAs(groups: readonly string[], more: { applications: readonly object[]; accessContact?: string }) {
  const { applications, ...tenant } = more
  await list.under.renew({ more: { applications, identityProviders: [provider] } })
  const { at } = list.under
  if (tenant.accessContact !== undefined) await at.run(['announce', '--contact', tenant.accessContact])
  const cookies = await at.tenant.signIn('dana@acme.example', groups)
  const browser = join(list.under.folder, randomUUID())
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$1" >> ${browser}.opened\n`)
  chmodSync(browser, 0o755)
  const pty = list.open({ settings: { environment: '', cookies }, env: { BROWSER: browser }, columns: 80, rows: 24 })
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const http = fetchPort({
    origin: at.origin,
    cookie: () => undefined,
    fetch: (request) => {
      request.headers.set('Cookie', cookie)
      return fetch(request)
    },
  })
  const client = createClient({ http, clock: Date })
  const preferences = async () => {
    const outcome = await client.call(getLauncherPreferences)
    return outcome.ok ? outcome.value : undefined
  }
  return {
    pty,
    preferences,
    opened: () => (existsSync(`${browser}.opened`) ? readFileSync(`${browser}.opened`, 'utf8') : ''),
  }
}

const idsOf = (labels: readonly string[]) => {
  const { applicationIds } = list.under.at.tenant
  return labels.map((label) => applicationIds.get(label.toLowerCase()))
}

/** What stands right of the sidebar, in one line. */
const besideSidebar = (text: string) =>
  text
    .split('\n')
    .map((line) => line.slice(24))
    .join(' ')
    .replaceAll(/[│\s]+/g, ' ')

/** Names of the rows on screen, from the top. */
const names = (text: string) => [...text.matchAll(/\b(Archive|Billing|Wiki)\b/g)].map(([name]) => name)

it('the first screen of a person without administration rights is the launcher, without a failed call', async () => {
  const { pty } = await openAs(['staff'], { applications: three })
  const text = await pty.until(/1 of 3/)
  expect(text).toContain('Production › Launcher')
  expect(names(text)).toEqual(['Archive', 'Billing', 'Wiki'])
  expect(text).not.toContain('Error')
})

it('Enter opens the application in the browser and records it; it is under Recently opened at the next reading', async () => {
  const { pty, preferences, opened } = await openAs(['staff'], { applications: three })
  await pty.until(/1 of 3/)
  pty.write('j\r')
  await pty.until('Opened https://billing.example/')
  await expect.poll(async () => (await preferences())?.recent).toEqual(idsOf(['Billing']))
  await expect.poll(opened).toBe('https://billing.example/\n')
  pty.write('R')
  const text = await pty.until('Recently opened')
  expect(names(text)).toEqual(['Billing', 'Archive', 'Billing', 'Wiki'])
})

it('f makes a favourite, < and > move it, and the order is that of the browser', async () => {
  const { pty, preferences } = await openAs(['staff'], { applications: three })
  await pty.until(/1 of 3/)
  pty.write('f')
  await pty.until(/Favourites\s+Archive \*/)
  // The cursor stays on its row, below the favourites.
  pty.write('jjf')
  await pty.until(/Wiki \*[^]*Wiki \*/)
  await expect.poll(async () => (await preferences())?.favourites).toEqual(idsOf(['Archive', 'Wiki']))
  pty.write('g>')
  await expect.poll(async () => (await preferences())?.favourites).toEqual(idsOf(['Wiki', 'Archive']))
  pty.write('G<<')
  await expect.poll(async () => (await preferences())?.order).toEqual(idsOf(['Wiki', 'Archive', 'Billing']))
  await expect.poll(async () => names(await pty.text())).toEqual(['Wiki', 'Archive', 'Wiki', 'Archive', 'Billing'])
  pty.write('gf')
  await expect.poll(async () => (await preferences())?.favourites).toEqual(idsOf(['Archive']))
})

it('a filter finds each application once, and nothing is moved while it is on', async () => {
  const { pty } = await openAs(['staff'], { applications: three })
  await pty.until(/1 of 3/)
  pty.write('f/arc\r')
  const text = await pty.until(/1 of 1/)
  expect(names(text)).toEqual(['Archive'])
  pty.write('>')
  await pty.until('Show all first: Esc.')
})

it('a role name longer than its column is read whole', async () => {
  const label = 'Approver of purchase orders above the limit of the department'
  const roles = [{ name: 'approver', label, groups: ['staff'] }]
  const orders = application('Orders', { groups: [], roles })
  const { pty } = await openAs(['staff'], { applications: [orders] })
  await pty.until(/1 of 1/)
  pty.write('i')
  const text = await pty.until('Your roles in Orders')
  expect(besideSidebar(text)).toContain(label)
})

it('support and training is read and opened in the browser', async () => {
  const { pty, opened } = await openAs(['staff'], { applications: three })
  await pty.until('t Support and training')
  pty.write('t')
  const text = await pty.until('https://help.example/courses')
  expect(besideSidebar(text)).toContain('Guides, courses and people who help, for all of these applications.')
  pty.write('\r')
  await pty.until('Opened https://help.example/courses')
  await expect.poll(opened).toBe('https://help.example/courses\n')
})

it('a person without applications reads whom to ask', async () => {
  const { pty } = await openAs(['staff'], {
    applications: [application('Wiki', { groups: ['finance'] })],
    accessContact: 'the service desk',
  })
  const text = await pty.until('the service desk')
  expect(besideSidebar(text)).toContain('To get access, ask the service desk.')
})

it('of a hundred applications those on screen are drawn, and each is reached and opened', async () => {
  const hundred = Array.from({ length: 100 }, (_, at) => application(`App ${String(at).padStart(3, '0')}`))
  const { pty, opened } = await openAs(['staff'], { applications: hundred })
  const text = await pty.until(/1 of 100/)
  expect(text.match(/App \d{3}/g)?.length).toBeLessThan(20)
  pty.write('G\r')
  await pty.until('Opened https://app099.example/')
  pty.write('/042\r\r')
  await pty.until('Opened https://app042.example/')
  await expect.poll(opened).toBe('https://app099.example/\nhttps://app042.example/\n')
})
