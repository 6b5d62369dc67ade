import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { Shell } from '../../../app/tui/draw/shell.tsx'
import { openOwnProfile } from '../../../app/tui/testing/own-profile.ts'
import { providersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

import { noOwnSettings, readColumns, type OwnSettings } from '../../settings/own-settings.ts'
import { AppProvider } from '../draw/app-context.tsx'
import type { Line } from '../fields/line.ts'

const openUnderTest = providersUnderTest()

let profile: ReturnType<typeof openOwnProfile>
beforeEach(() => {
  profile = openOwnProfile()
})
afterEach(() => {
  cleanup()
  profile.remove()
})

async function openProviders(ownSettings: OwnSettings = noOwnSettings) {
  const under = await openUnderTest({
    size: () => ({ columns: 130, rows: 24 }),
    ownSettings,
    keepOwn: profile.keepOwn,
  })
  for (const name of ['Acme', 'Zebra']) await under.addProvider(name, [`${name.toLowerCase()}.example`])
  const { app, layers, clock } = under
  const { lastFrame } = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  app.go({ view: 'identity-providers' })
  await app.work.settled()
  const heads = () => {
    const line = (lastFrame() ?? '').split('\n').find((one) => one.includes('NAME')) ?? ''
    return line
      .slice(24)
      .trim()
      .split(/\s{2,}/)
  }
  const rows = () =>
    ['Acme', 'Zebra'].toSorted((one, other) => (lastFrame() ?? '').indexOf(one) - (lastFrame() ?? '').indexOf(other))
  const type = async (text: string) => {
    if (app.state.getState().dialog === undefined) await under.press('list.columns')
    ;(app.state.getState().dialog?.layer.field?.() as Line | undefined)?.set(text)
    await under.press('typed.confirm')
  }
  return { ...under, heads, rows, type }
}

it('columns are chosen by name, in their order, and kept with the order of the rows', async () => {
  const { app, heads, type } = await openProviders()
  await expect.poll(heads).toContain('TYPE')
  await type('type, nam')
  expect(app.state.getState().notice).toBe('There is no column nam. Did you mean name?')
  await type('type, foo')
  expect(app.state.getState().notice).toBe('There is no column foo.')
  await type('type, name')
  await expect.poll(heads).toEqual(['TYPE', 'NAME'])
  expect(profile.stored('columns')).toBe('identity-providers=type,name')
  expect(app.state.getState().view.command()).toBe('portico idp list --columns type,name')
  await type('')
  await expect.poll(() => heads().length).toBeGreaterThan(2)
  expect(profile.stored('columns')).toBe('')
})

it('columns that another terminal UI has set since this one started are kept', async () => {
  const { type } = await openProviders()
  await profile.keepOwn(({ columns }) => ({ columns: new Map(columns).set('people', { fields: ['name'], sort: '' }) }))
  await type('type, name')
  expect(profile.stored('columns')).toBe('people=name; identity-providers=type,name')
})

it('a later run begins with the columns and the order that were kept', async () => {
  const columns = readColumns('identity-providers=name:-name') ?? new Map()
  const { heads, rows } = await openProviders({ ...noOwnSettings, columns })
  await expect.poll(rows).toEqual(['Zebra', 'Acme'])
  expect(heads()).toEqual(['NAME ▼'])
})

it('an order that the list does not have is left out', async () => {
  const columns = readColumns('identity-providers=name:-nothing') ?? new Map()
  const { heads, core } = await openProviders({ ...noOwnSettings, columns })
  await expect.poll(heads).toEqual(['NAME'])
  expect(core.feedback.getState().expected).toBeUndefined()
})

it('a list with none of the columns set in the profile shows its usual ones', async () => {
  const columns = readColumns('identity-providers=nothing') ?? new Map()
  const { app, heads } = await openProviders({ ...noOwnSettings, columns })
  await expect.poll(heads).toContain('TYPE')
  const shown = heads()
  app.own.setState(noOwnSettings)
  await expect.poll(heads).toEqual(shown)
  expect(app.state.getState().view.command()).toBe('portico idp list')
})
