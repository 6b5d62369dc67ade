import { describe, expect, it } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { inOwnOrder, launcherSections } from './arrangement.ts'
import { getLauncherPreferences, putLauncherPreferences, recordLaunch, type LauncherPreferences } from './contract.ts'
import { createLauncherPreferences } from './preferences.ts'

const application = (label: string) => ({
  id: label.toLowerCase(),
  label,
  urn: `urn:portico:acme:application:${label.toLowerCase()}`,
  singleTenant: false,
  launchUrl: 'https://example/',
  roles: [],
})
const all = ['Wiki', 'Billing', 'Chat', 'Atlas'].map(application)
const none: LauncherPreferences = { layout: 'grid', favourites: [], order: [], recent: [] }
const labels = (applications: readonly { label: string }[]) => applications.map(({ label }) => label)

describe('the sections of the launcher', () => {
  const sections = (change: Partial<LauncherPreferences>, filter = '') =>
    Object.fromEntries(
      launcherSections(all, { ...none, ...change }, filter).map((one) => [one.id, labels(one.applications)]),
    )

  it('are all applications by name until something is arranged', () => {
    expect(sections({})).toEqual({ all: ['Atlas', 'Billing', 'Chat', 'Wiki'] })
  })

  it('are favourites in their order, recently opened without favourites, and all in the order of the person', () => {
    expect(sections({ favourites: ['wiki', 'chat'], recent: ['billing', 'wiki'], order: ['wiki', 'chat'] })).toEqual({
      favourites: ['Wiki', 'Chat'],
      recent: ['Billing'],
      all: ['Wiki', 'Chat', 'Atlas', 'Billing'],
    })
  })

  it('begin with the portal until the person moves it', () => {
    const withPortal = [...all, { ...application('Zenith'), id: 'portal' }]
    const order = (own: string[]) => launcherSections(withPortal, { ...none, order: own }, '')[0]?.applications ?? []
    expect(labels(order([]))[0]).toBe('Zenith')
    expect(labels(order(['wiki', 'portal'])).slice(0, 2)).toEqual(['Wiki', 'Zenith'])
  })

  it('leave out applications that are not open in this environment', () => {
    expect(sections({ favourites: ['gone'], recent: ['gone', 'wiki'], order: ['gone', 'wiki'] })).toEqual({
      recent: ['Wiki'],
      all: ['Wiki', 'Atlas', 'Billing', 'Chat'],
    })
  })

  it('are replaced by the matches of a filter', () => {
    expect(sections({ favourites: ['wiki'], recent: ['chat'] }, 'bil')).toEqual({ all: ['Billing'] })
    expect(sections({ favourites: ['wiki'] }, 'none-such')).toEqual({})
  })
})

describe('a change', () => {
  const shown = { ...none, favourites: ['wiki'], order: ['elsewhere', 'chat'], recent: ['wiki'] }
  function open(...answers: Answer[]) {
    const http = answeringPort([{ endpoint: getLauncherPreferences, body: shown }, ...answers])
    const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
    const core = createCore({ http, clock: Date, memory })
    return { http, core, store: core.lazily(createLauncherPreferences) }
  }
  const saved = { endpoint: putLauncherPreferences, body: none }
  const bodies = (http: ReturnType<typeof answeringPort>) =>
    http.sent.flatMap(({ method, body }) =>
      method === 'PUT' ? [JSON.parse(body as string) as LauncherPreferences] : [],
    )

  it('shows at once; several during a save cause one more save, of the last arrangement', async () => {
    const { http, store } = open(saved)
    await store.fetch()
    void store.toggleFavourite('chat')
    void store.setLayout('list')
    const last = store.moveFavourite(all, 'chat', 0)
    expect(store.getState().preferences).toMatchObject({ layout: 'list', favourites: ['chat', 'wiki'] })
    await last
    expect(bodies(http)).toEqual([
      { layout: 'grid', favourites: ['wiki', 'chat'], order: shown.order },
      { layout: 'list', favourites: ['chat', 'wiki'], order: shown.order },
    ])
  })

  it('of the order keeps the places of applications in other environments', async () => {
    const { http, store } = open(saved)
    await store.fetch()
    expect(labels(inOwnOrder(all, shown.order))).toEqual(['Chat', 'Atlas', 'Billing', 'Wiki'])
    await store.moveApplication(all, 'wiki', 1)
    expect(bodies(http)[0]?.order).toEqual(['chat', 'wiki', 'atlas', 'billing', 'elsewhere'])
  })

  it('of the favourites counts those shown, and keeps those of other environments', async () => {
    const { http, store } = open({ ...saved, body: none }, saved)
    await store.fetch()
    store.take({ ...shown, favourites: ['wiki', 'elsewhere', 'chat'] })
    await store.moveFavourite(all, 'wiki', 1)
    expect(bodies(http)[0]?.favourites).toEqual(['chat', 'wiki', 'elsewhere'])
  })

  it('that cannot be saved is reported and undone', async () => {
    const refused = { errorID: 'BUSY', errorMessage: 'Busy.', requestID: 'r', details: [] }
    const { core, store } = open({ endpoint: putLauncherPreferences, status: 503, body: refused })
    await store.fetch()
    await store.toggleFavourite('wiki')
    expect(store.getState().preferences?.favourites).toEqual(['wiki'])
    expect(core.feedback.getState().system ?? core.feedback.getState().expected).toBeDefined()
  })

  it('before anything is read has no effect', async () => {
    const { http, store } = open()
    await store.toggleFavourite('wiki')
    expect(http.sent).toEqual([])
  })

  it('opening an application puts it first among the recent ones, and saves only that', async () => {
    const { http, store } = open({ endpoint: recordLaunch })
    await store.fetch()
    await store.recordLaunch('chat')
    expect(store.getState().preferences?.recent).toEqual(['chat', 'wiki'])
    expect(http.sent.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })
})
