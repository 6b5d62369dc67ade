import { createHash, createPublicKey } from 'node:crypto'

import { keyLengthMax } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { widthOf } from '../../../kit/output/width.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'
import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import { paletteCommands, suggestions } from '../shell/palette.ts'
import { providersUnderTest, type ProvidersUnderTest } from '../testing/providers-under-test.ts'
import { Shell } from './shell.tsx'

const longName = `${'Wide'.repeat(31)}last`
const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let providerId: string
let accountId: string
let size = { columns: 80, rows: 24 }

beforeEach(async () => {
  under = await openUnderTest({ size: () => size })
  providerId = await under.addProvider('Acme Single Sign-On', ['acme.example'])
  const { at, publicPem } = under
  const account = ['--name', longName, '--key1', publicPem, '--app', `${at.billing.urn}:reader`]
  accountId = (await at.run(['sa', 'create', ...account, '--jq', '.id'])).stdout.trim()
})

afterEach(() => cleanup())

const drawn = () => new Promise((resolve) => setImmediate(resolve))

async function draw(place: Place, columns: number, rows = 24): Promise<() => string> {
  size = { columns, rows }
  const { app, layers, clock } = under
  app.resize()
  app.go(place)
  await app.work.settled()
  const { lastFrame } = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  await drawn()
  return () => lastFrame() ?? ''
}

const accounts = (): Place => ({ view: 'service-accounts', environmentId: under.at.environmentId })
const account = (): Place => ({ view: 'service-account-edit', environmentId: under.at.environmentId, id: accountId })
const provider = (): Place => ({ view: 'identity-provider', id: providerId })
const values = (): Place => ({ view: 'provider-values', id: providerId })

describe('the list of keys is named in the last line', () => {
  it.each([
    ['a list', accounts],
    ['a form', provider],
    ['a text', values],
  ] as const)('of %s, however narrow the window is', async (_, place) => {
    const frame = await draw(place(), 200)
    for (const columns of [130, 100, 90, 80, 75, 70, 65, 61, 60, 59, 50, 40, 33, 30, 25, 20, 15, 12, 10]) {
      size = { columns, rows: 24 }
      under.app.resize()
      await drawn()
      const last = frame().split('\n').at(-1) ?? ''
      expect(`${columns}: ${last}`).toContain('? Keys')
      expect(widthOf(last)).toBeLessThanOrEqual(columns)
    }
  })
})

describe('a row of an application', () => {
  it('has the end of its URN where there are 50 cells, and only its name below that', async () => {
    // The sidebar takes 24.
    const wide = await draw(account(), 74)
    expect(wide()).toMatch(/….*billing +Billing +\[reader\]/)
    cleanup()
    const narrow = await draw(account(), 73)
    expect(narrow()).toMatch(/Billing +\[reader\]/)
    expect(narrow()).not.toMatch(/…[a-z:]*billing|urn:/)
  })
})

it('a wide window leaves no gaps between the columns of an application', async () => {
  const wide = await draw(account(), 200)
  expect(wide()).toMatch(/ urn:\S+billing {2}Billing {2}\[reader\]/)
})

it('a key beside the cursor has the start of its fingerprint, its last use, its age and its size in one line', async () => {
  expect((await draw(account(), 80))()).toMatch(/Public key 1 +RSA, SHA-256 [\da-f]{12}, never used *\n/)
  cleanup()
  expect((await draw(account(), 120))()).toMatch(
    /Public key 1 +RSA, SHA-256 [\da-f]{12}, never used, added \w+, 2048 bits/,
  )
})

describe('the key under the cursor', () => {
  it.each([40, 60, 80])(
    'shows its whole fingerprint over several lines of %i columns, others one line',
    async (columns) => {
      const frame = await draw(account(), columns)
      const key1Fingerprint = createHash('sha256')
        .update(createPublicKey(under.publicPem).export({ type: 'spki', format: 'der' }))
        .digest('hex')
      const indent = columns === 40 ? 8 : columns - 24 < 50 ? 24 + 8 : 24 + 16
      const read = () =>
        frame()
          .split('\n')
          .map((line) => line.slice(indent).trim())
          .join('')
      expect(read()).not.toContain(key1Fingerprint)
      await under.press('form.down')
      expect(read()).toContain(key1Fingerprint)
      for (const line of frame().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      await under.press('form.down')
      expect(read()).not.toContain(key1Fingerprint)
    },
  )
})

describe('the sentences under a key field', () => {
  it.each([40, 60, 80])('are whole in a window of %i columns, and the fields below stay in view', async (columns) => {
    const frame = await draw(account(), columns)
    const whole = () => letters(frame().split('\n'), columns)
    await under.press('form.down')
    await under.press('form.edit')
    expect(whole()).toContain(under.app.words.say('tui.pasteKey', pasted(under.publicPem)).replaceAll(/\s/g, ''))
    for (const layer of under.layers.all()) {
      const field = layer.field?.() as unknown as { set(text: string): void } | undefined
      if (field !== undefined) field.set('No key at all')
    }
    await under.press('form.stop')
    expect(whole()).toContain(under.app.words.say('KEY_NOT_PEM').replaceAll(/\s/g, ''))
    for (const line of frame().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns)
  })
})

const pasted = (pem: string) => ({ algorithm: 'RSA', count: pem.trim().length, max: keyLengthMax })

describe('a name of 128 characters', () => {
  it.each([40, 80, 200])('is cut in the title of a question and whole in its text, at %i columns', async (columns) => {
    const frame = await draw(account(), columns)
    await under.press('form.delete')
    const lines = frame().split('\n')
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
    expect(lines.filter((line) => line.includes('Delete Wide'))).toHaveLength(1)
    expect(lines.some((line) => /Delete Wide[Wide]*…/.test(line))).toBe(columns < 200)
    expect(letters(lines, columns)).toContain(longName)
  })

  it.each([40, 80])('is whole in the preview of a save, over several lines of %i columns', async (columns) => {
    const frame = await draw(account(), columns)
    const next = `${'Next'.repeat(31)}last`
    await under.press('form.edit')
    for (const layer of under.layers.all()) {
      const field = layer.field?.() as unknown as { set(text: string): void } | undefined
      if (field !== undefined) field.set(next)
    }
    await drawn()
    await under.press('form.next')
    await under.press('form.stop')
    await under.press('form.save')
    const lines = frame().split('\n')
    expect(frame()).toContain('Save these changes?')
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
    expect(letters(lines, columns)).toContain(`-${longName}`)
    expect(letters(lines, columns)).toContain(`+${next}`)
  })
})

describe('the commands after a colon', () => {
  it.each([80, 100, 120])('have their summaries whole at %i columns', async (columns) => {
    const frame = await draw(accounts(), columns, 48)
    await under.press('shell.palette')
    const lines = frame()
      .split('\n')
      .map((line) => line.slice(24))
    for (const { names, summary } of suggestions(under.app, ''))
      expect(lines.find((line) => line.startsWith(`:${names[0]} `))).toContain(`  ${summary}`)
  })
})

describe(':write says for how long and for what it allows changes', () => {
  it('in an environment that is not locked, in production, and for the tenant', async () => {
    under.app.state.setState({ unlocked: new Set() })
    const notice = () => under.app.state.getState().notice
    const write = paletteCommands.find(({ names }) => names.includes('write'))
    await draw(accounts(), 80)
    expect(under.app.writeRefusal(under.at.environmentId)).toBe(
      'Production is a production environment: it is read-only until you type :write',
    )
    await write?.run(under.app, '')
    expect(notice()).toBe('Changes in Production are allowed until you quit.')
    expect(under.app.writeRefusal(under.at.environmentId)).toBeUndefined()
    under.app.go({ view: 'identity-providers' })
    expect(under.app.tenantRefusal()).toBe(
      'This touches every environment, production too: it is read-only until you type :write',
    )
    await write?.run(under.app, '')
    expect(notice()).toBe('Changes that touch every environment are allowed until you quit.')
  })

  it('and where nothing can be allowed, why', async () => {
    const { app, core } = under
    const write = paletteCommands.find(({ names }) => names.includes('write'))
    await draw(accounts(), 80)
    const [production] = core.environments.getState().adminEnvironments ?? []
    if (production === undefined) throw new Error('There is no environment.')
    core.environments.setState({ adminEnvironments: [{ ...production, readonly: true }] })
    await write?.run(app, '')
    expect(app.state.getState().notice).toBe('This environment is read-only.')
  })
})

/** The text of a dialog without its frame, the sidebar beside it, and blanks. */
function letters(lines: readonly string[], columns: number): string {
  const left = columns < 60 ? 0 : 24
  return lines.map((line) => line.slice(left).replaceAll(/[│\s]/g, '')).join('')
}

describe('what the operator tells everyone', () => {
  const tell = (message: string | undefined) => {
    const { core } = under.app
    const session = {
      expiresOn: '2126-01-01T00:00:00Z',
      sessionIdleSecs: 3600,
      deactivated: false,
      systemBanner: message === undefined ? null : { message, type: 'warning' },
    }
    core.session.setState({ session: session as never })
  }

  it.each([59, 40, 20])('is in a window of %i columns too, and the list keeps its height', async (columns) => {
    const frame = await draw(accounts(), columns)
    const before = frame().split('\n').length
    expect(frame()).not.toContain('Back at noon')
    tell('Back at noon')
    await expect.poll(frame).toContain('Back at noon')
    expect(frame().split('\n')).toHaveLength(before)
    expect(frame().split('\n').at(-2)?.trim()).toBe('Back at noon')
    tell(undefined)
    await expect.poll(frame).not.toContain('Back at noon')
  })
})

it('the overview shows a long sentence whole in 80 columns, and no name is cut', async () => {
  const frame = await draw({ view: 'overview' }, 80)
  const text = () =>
    frame()
      .split('\n')
      .map((line) => line.slice(24).trim())
      .join(' ')
  await expect.poll(text).toMatch(/1 of \d/)
  const sentence = under.app.state.getState().view.spoken().join(' ')
  const whole = /What: (.*?), \d+ of/.exec(sentence)?.[1] ?? ''
  expect(whole.length).toBeGreaterThan(80)
  expect(text()).toContain(whole)
  expect(text()).toContain('Whole company')
})
