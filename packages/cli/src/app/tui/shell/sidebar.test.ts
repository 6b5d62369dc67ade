import { describe, expect, it, onTestFinished } from 'vitest'

import { openAppUnderTest } from '../testing/app-under-test.ts'
import { openOwnProfile } from '../testing/own-profile.ts'
import { noOwnSettings } from '../../../kit/settings/own-settings.ts'
import { keyText } from '../../../kit/terminal/focus/binding.ts'
import { shownEntries, sidebarLines } from './sidebar.ts'

const principal = (kind: 'user' | 'service-account') =>
  ({ id: 'x', name: 'X', kind, portalRoles: ['security-admin'], environment: null }) as never

function open(rows = 24, kind: 'user' | 'service-account' = 'user') {
  const under = openAppUnderTest({ size: () => ({ columns: 100, rows }) })
  under.core.launcher.setState({ principal: principal(kind) })
  const lines = () =>
    sidebarLines(under.app).map((line) => (line.kind === 'area' ? line.label : `  ${line.entry.label}`))
  const press = async (key: string) => {
    const binding = under.layers
      .all()
      .flatMap((layer) => layer.bindings())
      .find(({ keys }) => keys.includes(key))
    if (binding === undefined) throw new Error(`${key} is not bound.`)
    under.app.run(binding)
    await under.app.work.settled()
  }
  return { ...under, lines, press }
}

const areas = ['People', 'Access', 'Providers', 'Sign-in', 'Applications', 'Machines', 'Tenant']

describe('the sidebar', () => {
  it('has its entries under the seven areas', () => {
    const { lines } = open(60)
    expect(lines().filter((line) => !line.startsWith(' '))).toEqual(areas)
    expect(lines().slice(0, 4)).toEqual(['  Overview', 'People', '  People', '  Groups'])
    expect(lines()).toEqual(expect.arrayContaining(['  Session idle time', '  Support access']))
  })

  it('unfolds only the area of the screen in a low window', () => {
    const { lines } = open(24)
    expect(lines()).toEqual(['  Overview', ...areas.slice(0, 6), '  Service accounts', '  API tokens', 'Tenant'])
  })

  it('opens an area by its first letter, and the next one with that letter after it', async () => {
    const { app, lines, press } = open(24)
    await press('tab')
    await press('p')
    expect(lines()).toEqual(expect.arrayContaining(['  People', '  Groups']))
    await press('p')
    expect(lines()).toEqual(expect.arrayContaining(['  Identity providers', '  Username formats', '  Certificates']))
    await press('p')
    expect(lines()).toContain('  Groups')
    await press('m')
    await press('enter')
    expect(app.place()?.view).toBe('service-accounts')
  })

  it('shows the entry under the cursor in the lowest window that has a sidebar', () => {
    const { app, lines } = open(13)
    for (let index = 0; index < 20; index += 1) {
      app.state.setState({ focus: 'sidebar', sidebarIndex: index })
      expect(sidebarLines(app).some((line) => line.kind === 'entry' && line.at === index)).toBe(true)
      expect(lines().length).toBeLessThanOrEqual(app.layout().contentHeight)
    }
  })

  it('leaves out what is for people only, whose key says why', async () => {
    const { app, lines, press } = open(60, 'service-account')
    expect(lines().filter((line) => /Your sessions|API tokens/.test(line))).toEqual([])
    for (const key of ['Y', 'K']) {
      app.say(undefined)
      await press(key)
      expect(app.state.getState().notice).toContain('Available only to people')
    }
    expect(app.place()?.view).toBe('service-accounts')
  })
})

describe('what a person set', () => {
  it('favourites are on top, in their order, with their keys, and are kept', async () => {
    const profile = openOwnProfile()
    onTestFinished(profile.remove)
    const under = openAppUnderTest({ size: () => ({ columns: 100, rows: 60 }), keepOwn: profile.keepOwn })
    under.core.launcher.setState({ principal: principal('user') })
    const top = () =>
      sidebarLines(under.app)
        .slice(0, 4)
        .map((line) => (line.kind === 'area' ? line.label : line.entry.label))
    expect(top()).toEqual(['Overview', 'People', 'People', 'Groups'])
    const place = (name: string) => shownEntries(under.app).findIndex(({ names }) => names[0] === name)
    for (const name of ['audit', 'person']) {
      under.app.state.setState({ focus: 'sidebar', sidebarIndex: place(name) })
      await under.press('sidebar.favourite')
    }
    expect(profile.stored('favourites')).toBe('audit, person')
    expect(top()).toEqual(['Overview', 'Audit', 'People', 'People'])
    expect(sidebarLines(under.app)[1]).toMatchObject({ kind: 'entry', entry: { key: 'A' } })
    under.app.state.setState({ focus: 'sidebar', sidebarIndex: place('audit') })
    await under.press('sidebar.favourite')
    expect(profile.stored('favourites')).toBe('person')
  })

  it('a hotkey runs its command on every screen, and is in the list of keys', async () => {
    const own = { ...noOwnSettings, hotkeys: new Map([['f2', 'tree']]) }
    const { app, press, layers } = openAppUnderTest({ ownSettings: own })
    const [hotkey] = layers.all().flatMap((layer) => layer.bindings().filter(({ keys }) => keys.includes('f2')))
    expect([hotkey?.label, keyText('f2')]).toEqual([':tree', 'F2'])
    await press('shell.hotkey.f2')
    expect(app.place()).toEqual({ view: 'mapping-tree' })
  })
})
