import { createServiceAccounts } from '@portico/core'
import type { ListedServiceAccount } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, expect, it } from 'vitest'

import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import { openAppUnderTest } from '../testing/app-under-test.ts'
import { Shell } from './shell.tsx'

afterEach(cleanup)

function accountsOf(count: number): ListedServiceAccount[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `sa-${at}`,
    name: `Robot ${at}`,
    urn: `urn:sa-${at}`,
    createdAt: '2026-11-21T09:00:00Z',
    updatedAt: '2026-11-21T09:00:00Z',
    key1Fingerprint: 'ab12cd34ef567890',
    key1AddedAt: '2026-11-18T12:00:00Z',
    key1LastUsedAt: '2026-11-21T11:50:00Z',
    dependencies: [{ appId: 'a', name: 'viewer', label: 'Billing', urn: 'urn:billing' }],
  }))
}

/** The shell on a list of `count` accounts, drawn into frames. */
function draw(count: number, size = { columns: 100, rows: 24 }) {
  const { app, core, clock, layers, press } = openAppUnderTest({ size: () => size })
  core.lazily(createServiceAccounts).list.take('e', accountsOf(count))
  const drawn = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  return { app, core, clock, press, frame: () => drawn.lastFrame() ?? '', drawn }
}

it('a frame has as many lines as its size says, whatever is on it', async () => {
  const { frame, press, core } = draw(50)
  const height = () => frame().split('\n').length
  expect(height()).toBe(23)
  await press('list.page-down')
  expect(height()).toBe(23)
  await press('shell.keys')
  expect(height()).toBe(23)
  await press('pick.cancel')
  core.feedback.openSuccess('Done.')
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toContain('Done.')
  expect(height()).toBe(23)
})

it('the list says where it is, who and where one is, and what the keys do', () => {
  const { frame } = draw(3)
  expect(frame()).toContain('Portico › Staging TEST WRITE')
  expect(frame()).toContain('portal.example.com')
  expect(frame()).toContain('Staging › Service accounts')
  expect(frame()).toMatch(/› +Robot 0 +Billing +ab12cd34ef56 3d +10m[^]*Changed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
  expect(frame()).toContain('1 of 3')
  expect(frame()).toContain('c Create')
})

it.each([100, 80, 70, 60])('at %i columns the header shows what fits whole, and the begin of nothing', (columns) => {
  const [header = ''] = draw(1, { columns, rows: 24 }).frame().split('\n')
  expect(header).toContain('Portico › Staging TEST WRITE')
  expect(header.slice(header.indexOf('WRITE'))).not.toContain('…')
})

it('the keys are one below the other, and those that cannot be used now come last and say why', async () => {
  const { frame, press } = draw(1)
  await press('shell.keys')
  const rows = frame()
    .split('\n')
    .filter((line) => /Open$|Up$|Down$|Create$/.test(line.replaceAll(/[│ ]+$/g, '')))
  const places = rows.map((line) => line.search(/(Open|Up|Down|Create)[│ ]*$/))
  expect(rows.length).toBeGreaterThan(1)
  expect(new Set(places).size).toBe(1)
  expect(frame()).toMatch(/› Enter e +Open/)
  expect(frame()).toContain('Enter Run')
  for (let page = 0; page < 9; page++) await press('pick.page-down')
  expect(frame()).not.toContain('Enter Run')
})

it.each([
  [200, ['NAME', 'APPLICATIONS', 'KEYS', 'LAST USED', 'CHANGED']],
  [100, ['NAME', 'APPLICATIONS', 'KEYS', 'LAST USED']],
  [80, ['NAME', 'APPLICATIONS', 'LAST USED']],
])('at %i columns the list of service accounts has whole columns, those people come for first', (columns, heads) => {
  const lines = draw(3, { columns, rows: 24 }).frame().split('\n')
  const found = lines[2]?.slice(lines[2].indexOf('NAME')).trim().split(/ {2,}/)
  expect(found?.map((head) => head.replace(/ ▲$/, ''))).toEqual(heads)
  expect(lines[3]).not.toContain('…')
})

it('what is cut in the row under the cursor stands whole below the list', async () => {
  const labels = ['Billing', 'General Ledger', 'Reporting Vault']
  const dependencies = labels.map((label) => ({ appId: label, name: 'viewer', label, urn: `urn:${label}` }))
  const { core, frame } = draw(1, { columns: 80, rows: 24 })
  core.lazily(createServiceAccounts).list.take(
    'e',
    accountsOf(2).map((one, at) => (at === 0 ? { ...one, dependencies } : one)),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toMatch(/Robot 0 +Billing, [^\n]*…/)
  expect(frame()).toMatch(/1 of 2 - Billing, General Ledger, Reporting Vault\n/)
})

it('an error that has details names the key that shows them, and shows them', async () => {
  const { frame, press, core } = draw(1)
  core.feedback.report({
    kind: 'expected',
    status: 400,
    errorID: 'INVALID_REQUEST',
    code: 'INVALID_REQUEST',
    errorMessage: 'Some of the values sent are not valid.',
    requestID: 'request-7',
    details: [{ errorID: 'SERVICE_ACCOUNT_NAME_TOO_LONG', errorMessage: 'Too long.', fieldID: 'name' }],
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toContain('Error: Some of the values sent are not valid. (details: !)')
  await press('shell.details')
  expect(frame()).toContain('Error details')
  expect(frame()).toContain('Name: Too long.')
  expect(frame()).toContain('Reference: request-7')
  await press('error.clear')
  expect(frame()).not.toContain('Some of the values')
})

it('what the operator tells stays above the keys, below every other message, and forbids changes where it must', async () => {
  const { core, frame, app } = draw(1)
  const systemBanner = { type: 'warning', message: 'Portico is deactivated.', errCode: 'X', errMsg: 'Until Monday.' }
  const session = { expiresOn: '2126-11-21T12:00:42Z', sessionIdleSecs: 900, deactivated: true, systemBanner }
  core.session.setState({ session })
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toContain('Portico is deactivated. Until Monday.')
  expect(frame()).toContain('Staging TEST READ-ONLY')
  expect(app.writeRefusal('e')).toContain('nothing can be changed')
  core.feedback.openSuccess('Saved.')
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toContain('Saved.')
  expect(frame()).not.toContain('Until Monday.')
  core.session.setState({ session: { ...session, deactivated: false, systemBanner: null } })
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toContain('Staging TEST WRITE')
})

it('of 100,000 rows those on screen are drawn', async () => {
  const { press, frame, drawn } = draw(100_000)
  await press('list.down')
  for (let key = 0; key < 40; key += 1) await press('list.page-down')
  expect(frame()).toContain('of more than 1,000')
  expect(frame().match(/Robot \d+/g)?.length).toBeLessThan(60)
  drawn.unmount()
})

it('a narrow dialog shows its sentences whole', async () => {
  const { core, clock, frame } = draw(1, { columns: 80, rows: 24 })
  core.session.setState({
    session: { expiresOn: '2026-11-21T12:00:42Z', sessionIdleSecs: 900, deactivated: false, systemBanner: null },
  })
  clock.setState({ phase: 'ending', msLeft: 42_000, confirmedFor: '2026-11-21T12:00:42Z' })
  await new Promise((resolve) => setImmediate(resolve))
  // Without the sidebar, whose entries are on the same lines.
  const text = frame()
    .split('\n')
    .map((line) => line.slice(24))
    .join(' ')
    .replace(/[│\s]+/g, ' ')
  expect(text).toContain('Are you still there?')
  expect(text).toContain('Your session ends in 42 seconds.')
  expect(text).toContain('You lose nothing if you continue now.')
})
