import { createServiceAccounts } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Shell } from '../../../app/tui/draw/shell.tsx'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'
import type { Place } from '../app/place.ts'
import { AppProvider } from '../draw/app-context.tsx'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let copied: string[] = []

beforeEach(async () => {
  copied = []
  under = await openUnderTest({
    size: () => ({ columns: 130, rows: 24 }),
    copy: (text) => void copied.push(text),
  })
  for (const [name, domain] of [
    ['Node 10', 'one.example'],
    ['acme', 'two.example'],
    ['Node 9', 'three.example'],
  ] as const)
    await under.addProvider(name, [domain])
})

afterEach(() => cleanup())

async function draw(place: Place): Promise<() => string> {
  const { app, layers, clock } = under
  app.go(place)
  await app.work.settled()
  const drawn = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  await new Promise((resolve) => setImmediate(resolve))
  return () => drawn.lastFrame() ?? ''
}

/** Picks a column in the dialog that S opens. */
async function choose(column: string): Promise<void> {
  const { press, layers, app } = under
  await press('list.sort')
  const line = layers.dialog()?.layer.field?.() as unknown as { set(text: string): void }
  line.set(column)
  await press('pick.take')
  await app.work.settled()
}

const placesOf = (frame: string, names: readonly string[]) =>
  names.toSorted((one, other) => frame.indexOf(` ${one} `) - frame.indexOf(` ${other} `))
const names = ['acme', 'Node 9', 'Node 10']

it('a column chosen twice goes up and down, its head says so, and the command too', async () => {
  const frame = await draw({ view: 'identity-providers' })
  expect(frame()).toContain('S Sort')
  expect(frame()).not.toMatch(/[▲▼]/)
  await choose('Name')
  expect(frame()).toContain('NAME ▲')
  expect(placesOf(frame(), names)).toEqual(['acme', 'Node 9', 'Node 10'])
  await choose('Name')
  expect(frame()).toContain('NAME ▼')
  expect(frame()).toContain('sorted by Name, descending')
  expect(placesOf(frame(), names)).toEqual(['Node 10', 'Node 9', 'acme'])
  await under.press('shell.copy')
  expect(copied).toEqual(['portico idp list --sort -name'])
  await under.press('list.reverse')
  expect(placesOf(frame(), names)).toEqual(['acme', 'Node 9', 'Node 10'])
  await choose('Usual')
  expect(frame()).not.toMatch(/[▲▼]/)
})

it('a column made of several fields is sorted by the one that the command knows', async () => {
  const frame = await draw({ view: 'identity-providers' })
  await choose('Username formats')
  await under.press('shell.copy')
  expect(copied).toEqual(['portico idp list --sort suffixes'])
  expect(frame()).toMatch(/ ▲/)
  expect(placesOf(frame(), names)).toEqual(['Node 10', 'Node 9', 'acme'])
})

it('the cursor stays on its row, the filter holds, and both outlive leaving and loading again', async () => {
  const frame = await draw({ view: 'identity-providers' })
  const { app, press } = under
  await choose('Name')
  app.state.getState().view.filter?.line.set('node')
  await press('list.last')
  const current = () =>
    frame()
      .split('\n')
      .find((line) => /› {3}\S/.test(line)) ?? ''
  expect(current()).toContain('Node 10')
  await press('list.reverse')
  expect(current()).toContain('Node 10')
  await under.addProvider('Node 11', ['four.example'])
  await press('shell.reload')
  expect(current()).toContain('Node 10')
  expect(frame()).toContain('2 of 3 (of 4) - filter: node - sorted by Name, descending')
  app.go({ view: 'all-formats' })
  await app.work.settled()
  app.move('back')
  await app.work.settled()
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toContain('2 of 3 (of 4) - filter: node - sorted by Name, descending')
})

it('service accounts are ordered by the server, by what it knows, and reading again keeps search and order', async () => {
  const { at, publicPem } = under
  for (const name of ['beta robot', 'alpha robot']) await at.run(['sa', 'create', '--name', name, '--key1', publicPem])
  const frame = await draw({ view: 'service-accounts', environmentId: at.environmentId })
  const { app, core, press } = under
  expect(frame()).toContain('NAME ▲')
  await press('list.sort')
  const items = under.layers.dialog()?.spoken().join() ?? ''
  expect(items).toContain('1 of 2')
  await press('pick.cancel')
  await choose('Changed')
  app.state.getState().view.filter?.line.set('robot')
  await app.work.settled()
  const { list } = core.lazily(createServiceAccounts)
  expect(list.getState()).toMatchObject({ sort: 'updatedAt', search: 'robot' })
  await vi.waitFor(() =>
    expect(placesOf(frame(), ['alpha robot', 'beta robot'])).toEqual(['beta robot', 'alpha robot']),
  )
  expect(frame()).toContain('CHANGED ▲')
  await press('shell.reload')
  expect(list.getState()).toMatchObject({ sort: 'updatedAt', search: 'robot' })
})

it.each([
  [{ view: 'all-formats' }, 'Domain', 'portico username-format list --sort value'],
  [{ view: 'certificates' }, 'Days left', 'portico cert list --sort daysLeft'],
  [{ view: 'sign-ins' }, 'Outcome', 'portico sign-in list --sort outcome'],
  [{ view: 'environments' }, 'Name', 'portico environment list --sort name'],
  [{ view: 'applications', environmentId: '' }, 'URN', 'portico application list --env Production --sort urn'],
] as const)('%o is sorted by %s', async (place, column, command) => {
  await draw('environmentId' in place ? { ...place, environmentId: under.at.environmentId } : place)
  await choose(column)
  await under.press('shell.copy')
  expect(copied).toEqual([command])
})
