import { createScimToken, listScimTokens, scimOf, type ScimToken } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import type { Line } from '../../../kit/terminal/fields/line.ts'
import { Shell } from '../../../app/tui/draw/shell.tsx'
import { askForGroupSource } from './group-source.ts'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let id = ''
let size = { columns: 80, rows: 24 }
let copied: string[] = []
let frame: () => string

beforeEach(async () => {
  size = { columns: 120, rows: 30 }
  copied = []
  under = await openUnderTest({ size: () => size, copy: (text) => void copied.push(text) })
  id = await under.addProvider('Directory', ['dir.example'])
})
afterEach(() => cleanup())

async function draw(view: 'scim' | 'scim-inbox' | 'scim-unseen' = 'scim', { columns, rows } = size): Promise<void> {
  const { app, layers, clock } = under
  size = { columns, rows }
  app.resize()
  app.go({ view, id })
  await app.work.settled()
  const { lastFrame } = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  frame = () => lastFrame() ?? ''
}

/** The frame as one line, without the sidebar and borders. */
const inSidebar = /^(?: {2}|›|(?:People|Access|Providers|Sign-in|Applications|Machines|Tenant) )/

const text = () =>
  frame()
    .split('\n')
    .map((line) => line.slice(inSidebar.test(line) ? 22 : 0))
    .join(' ')
    .replaceAll(/[│╭╮╰╯─\s]+/g, ' ')

async function press(...ids: readonly string[]): Promise<void> {
  for (const one of ids) {
    await under.press(one)
    await under.app.work.settled()
  }
}

/** Presses a key as the topmost layer has it. */
async function key(name: string): Promise<void> {
  const binding = under.layers
    .all()
    .flatMap((layer) => layer.bindings())
    .find(({ keys }) => keys.includes(name))
  if (binding === undefined) throw new Error(`${name} is not bound here.`)
  under.app.run(binding)
  await under.app.work.settled()
}

function type(typed: string): void {
  const field = under.app.state.getState().dialog?.layer.field?.() as Line | undefined
  if (field === undefined) throw new Error(`nothing to type ${typed} into`)
  field.set(typed)
}

async function tokens(): Promise<readonly ScimToken[]> {
  const listed = await under.core.client.call(listScimTokens, { params: { id } })
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem))
  return listed.value.tokens
}

async function newToken(name = 'Entra ID'): Promise<string> {
  const made = await under.core.client.call(createScimToken, { params: { id }, body: { name } })
  if (!made.ok) throw new Error(JSON.stringify(made.problem))
  return made.value.token
}

async function send(token: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(`${under.at.origin}/scim/v2/${id}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.status
}

it('a token is created for a time, shown once and copied; the screen counts it', async () => {
  await draw()
  await expect.poll(text).toContain('There are no SCIM tokens yet. 0 of 2 possible tokens are active.')
  await press('scim-token.create')
  await expect.poll(text).toContain('Create a SCIM token')
  type('Entra ID')
  await press('typed.confirm')
  await expect.poll(text).toContain('365 days')
  type('90 days')
  await press('pick.take')
  await expect.poll(text).toContain('it is not shown again')
  await press('scim-token.copy')
  const [token = ''] = copied
  expect(token).toMatch(/^scim_[0-9A-Za-z]{49}$/)
  await press('text.close')
  expect(frame()).not.toContain(token.slice(9))
  expect(scimOf(under.core, id).getState().created).toBeUndefined()
  await expect.poll(text).toContain('1 of 2 possible tokens are active. People get their groups from the identity')
  expect(frame()).toContain('Entra ID')
  expect(await send(token, '/Users')).toBe(200)
  const [stored] = await tokens()
  const days = (Date.parse(stored?.expiresAt ?? '') - Date.parse(stored?.issuedAt ?? '')) / 86_400_000
  expect(days).toBeCloseTo(90, 0)
})

it('a token is valid for a year unless another time is chosen, as in the portal and the shell', async () => {
  await draw()
  await press('scim-token.create')
  type('Entra ID')
  await press('typed.confirm')
  await expect.poll(text).toContain('› 365 days')
  await press('pick.take', 'text.close')
  const [stored] = await tokens()
  const days = (Date.parse(stored?.expiresAt ?? '') - Date.parse(stored?.issuedAt ?? '')) / 86_400_000
  expect(days).toBeCloseTo(365, 0)
})

it('a name that is missing or taken is asked for again, with the reason and what was typed', async () => {
  await newToken('Entra ID')
  await draw()
  await press('scim-token.create', 'typed.confirm', 'pick.take')
  await expect.poll(text).toContain('Enter a name for the token.')
  type('Entra ID')
  await press('typed.confirm', 'pick.take')
  await expect.poll(text).toContain('Another SCIM token of this identity provider has this name.')
  expect(text()).toContain('Name: Entra ID')
  type('Okta')
  await press('typed.confirm', 'pick.take', 'text.close')
  expect(await tokens()).toMatchObject([{ name: 'Okta' }, { name: 'Entra ID' }])
})

it('a dry-run token is chosen by its words, and a third active token is refused before it is asked for', async () => {
  await draw()
  await press('scim-token.create')
  type('Trial')
  await press('typed.confirm')
  type('Dry run')
  await press('pick.take', 'text.close')
  expect(await tokens()).toMatchObject([{ name: 'Trial', dryRun: true }])
  await newToken()
  await under.app.state.getState().view.refresh?.()
  await press('scim-token.create')
  type('Third')
  await press('typed.confirm')
  type('30 days')
  await press('pick.take')
  await expect.poll(text).toContain('has reached its limit of 2 active SCIM tokens')
  await press('scim-token.create')
  await expect.poll(text).toContain('Disable or delete a token before you create another.')
  expect(await tokens()).toHaveLength(2)
})

it('a token is disabled, enabled, and deleted once its name was typed', async () => {
  const token = await newToken()
  await draw()
  await press('scim-token.turn')
  expect(await tokens()).toMatchObject([{ active: false }])
  expect(await send(token, '/Users')).toBe(401)
  await expect.poll(text).toContain('inactive')
  await press('scim-token.turn')
  expect(await tokens()).toMatchObject([{ active: true }])
  await press('scim-token.delete')
  type('Entra')
  await press('typed.confirm')
  expect(await tokens()).toHaveLength(1)
  type('Entra ID')
  await press('typed.confirm')
  expect(await tokens()).toEqual([])
  await expect.poll(text).toContain('There are no SCIM tokens yet.')
})

it('the address of the directory is shown and copied', async () => {
  await draw()
  await press('scim.base-url', 'scim.copy')
  expect(copied).toEqual([expect.stringMatching(new RegExp(`/scim/v2/${id}$`))])
  expect(text()).toContain('tenant URL or the SCIM connector base URL')
})

it('the source of groups changes after the consequences were shown', async () => {
  await draw()
  await press('scim.group-source')
  await expect.poll(text).toContain('Take groups from SCIM?')
  expect(text()).toContain('The directory has sent 0 groups with 0 people.')
  expect(text()).toContain('No person loses a group that gives a role.')
  await press('scim.choose-source')
  await expect.poll(text).toContain('People get their groups from what the directory sends through SCIM.')
  await press('scim.group-source')
  await expect.poll(text).toContain('People keep their current groups until they sign in again.')
  await press('text.close')
  expect(text()).toContain('People get their groups from what the directory sends through SCIM.')
})

it('a source that would leave no way to administer is not offered, and says why', async () => {
  await draw()
  const refusal = { errorID: 'LAST_ADMIN_PATH', errorMessage: 'This change would leave no proven way.' }
  const preview = { groups: 0, people: 0, losing: 1, gaining: 0, losesOwn: true, refusal }
  const store = { ...scimOf(under.core, id), preview: () => Promise.resolve(preview) }
  await askForGroupSource(under.app, { store, provider: 'Directory' })
  await expect.poll(text).toContain('You lose one of these groups yourself.')
  expect(text()).toContain('This change would leave no proven way.')
  const bindings = under.app.state.getState().dialog?.layer.bindings() ?? []
  expect(bindings.map((binding) => binding.id)).not.toContain('scim.choose-source')
})

it('a tenant that is locked is only read', async () => {
  await newToken()
  under.app.state.setState({ unlocked: new Set() })
  await draw()
  for (const one of ['scim-token.create', 'scim-token.turn', 'scim-token.delete', 'scim.group-source']) {
    await press(one)
    expect(frame(), one).toContain(':write')
    under.app.say(undefined)
  }
  expect(await tokens()).toMatchObject([{ active: true }])
})

it('what the directory sent is listed, filtered and opened without secrets', async () => {
  const token = await newToken()
  await send(token, '/Users', { userName: 'bob@dir.example', password: 'correct horse' })
  await send(token, '/Users', { userName: 'bob@dir.example' })
  await send(token, '/Groups', { displayName: 'Guides\u001b[2J', members: [{ value: 'stranger' }] })
  await new Promise((resolve) => setTimeout(resolve, 600))
  await draw()
  await press('scim.requests')
  await expect.poll(text).toMatch(/POST \/Groups 400 .*POST \/Users 409 .*POST \/Users 201/)
  expect(under.app.state.getState().view.command()).toBe('portico scim requests --idp Directory')
  await press('scim-request.filter')
  await expect.poll(text).not.toContain('409')
  expect(text()).toContain('bob@dir.example was created')
  expect(under.app.state.getState().view.command()).toContain('--changed')
  await press('scim-request.open')
  await expect.poll(text).toContain('"password": "(13 characters)"')
  expect(frame()).not.toContain('correct horse')
  await press('text.close', 'scim-request.filter')
  await expect.poll(text).toContain('Nothing · Refused because: There is no user with the id stranger.')
  const spoken = () => under.app.state.getState().view.spoken().join(' ')
  expect(spoken()).toContain('Nothing · Refused because: There is no user with the id stranger.')
  expect(spoken()).toContain('Dialect: Standard')
  await press('scim-request.open')
  await expect.poll(text).toContain('Refused because: There is no user with the id stranger.')
  expect(text()).toContain('What it changed: Nothing')
  await press('text.close')

  await press('scim.drift')
  await expect.poll(text).toContain('1 group member was never sent as a user stranger: Named in Guides')
  expect(text()).toContain('Named in Guides\\u001b[2J,')
  await press('scim.unseen')
  await expect.poll(text).toContain('bob@dir.example')
  expect(under.app.place()).toEqual({ view: 'scim-unseen', id })
})

it('activity is a chart with its numbers as text, by day and by hour', async () => {
  const token = await newToken()
  for (let count = 0; count < 3; count += 1) await send(token, '/Users')
  await new Promise((resolve) => setTimeout(resolve, 600))
  await draw()
  await press('scim.activity')
  await expect.poll(text).toContain('3 requests in 30 days: 0 changed something, 0 failed.')
  expect(frame()).toMatch(/[█#]/)
  expect(text()).toMatch(/20\d\d-\d\d-\d\d: 3 requests, 0 changed something, 0 failed/)
  await press('scim.by')
  await expect.poll(text).toContain('3 requests in 48 hours')
  expect(text()).toMatch(/20\d\d-\d\d-\d\d \d\d:00: 3 requests/)
  const spoken = under.app.state.getState().dialog?.spoken?.().join(' ')
  expect(spoken).toContain('3 requests in 48 hours')
  expect(spoken).not.toMatch(/[█#]/)
})

it.each([
  [40, 12],
  [80, 24],
])('in %i columns the count of tokens and the source of groups are wholly read', async (columns, rows) => {
  await newToken()
  await draw('scim', { columns, rows })
  const sentence =
    '1 of 2 possible tokens are active. People get their groups from the identity provider when they sign in.'
  const isWide = columns >= 60
  const read = () =>
    frame()
      .split('\n')
      .map((line) => line.slice(isWide ? 24 : 0).trim())
      .join(' ')
  await expect.poll(read).toContain(sentence)
  expect(read()).toContain('1 of 1')
  expect(under.app.state.getState().view.spoken().at(-1)).toBe(sentence)
})

it('a small window names the filter of the requests in full, also without a match', async () => {
  const token = await newToken()
  await send(token, '/Users', { userName: 'bob@dir.example' })
  await new Promise((resolve) => setTimeout(resolve, 600))
  await draw('scim-inbox', { columns: 40, rows: 12 })
  await press('scim-request.filter')
  await expect.poll(frame).toMatch(/\nRequests that changed something\n1 of 1/)
  await press('scim-request.filter')
  await expect.poll(text).toContain('No request of the last 30 days matches. Failed requests')
})

it('in a window of 40 columns the chart has all of 48 hours', async () => {
  const token = await newToken()
  await send(token, '/Users')
  await new Promise((resolve) => setTimeout(resolve, 600))
  await draw('scim', { columns: 40, rows: 24 })
  await press('scim.activity', 'scim.by')
  await expect.poll(text).toContain('1 request in 48 hours')
  const bars = frame()
    .split('\n')
    .map((line) => line.lastIndexOf('█') + 1)
  // 24 bars of two hours; the request is in the last one.
  expect(Math.max(...bars)).toBe(24)
})

it('Esc shows all first and then goes back, as far as the list of the sidebar', async () => {
  const token = await newToken()
  await send(token, '/Users', { userName: 'bob@dir.example' })
  await send(token, '/Groups', { displayName: 'Guides', members: [{ value: 'stranger' }] })
  await new Promise((resolve) => setTimeout(resolve, 600))
  under.app.go({ view: 'identity-providers' })
  await draw()
  await press('scim.requests')
  await expect.poll(text).toContain('Esc Back')
  const { filter } = under.app.state.getState().view
  filter?.line.set('Groups')
  await press('scim-request.filter')
  await expect.poll(text).toContain('Esc Show all')
  await key('esc')
  expect(under.app.state.getState().view.command()).not.toContain('--changed')
  expect(filter?.line.getState().value).toBe('Groups')
  await key('esc')
  expect(filter?.line.getState().value).toBe('')
  expect(under.app.place()?.view).toBe('scim-inbox')
  await press('scim.drift', 'scim.unseen')
  await press('scim-unseen.open')
  expect(under.app.place()?.view).toBe('person')
  const back: unknown[] = []
  for (let count = 0; count < 5; count += 1) {
    await key('esc')
    back.push(under.app.place()?.view)
  }
  expect(back).toEqual(['scim-unseen', 'scim-inbox', 'scim', 'identity-providers', 'identity-providers'])
  expect(under.app.state.getState().notice).toBe('The list is not filtered.')
})
