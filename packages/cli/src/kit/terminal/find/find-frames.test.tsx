import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { Shell } from '../../../app/tui/draw/shell.tsx'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'
import type { Place } from '../app/place.ts'
import { AppProvider } from '../draw/app-context.tsx'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
/** The id of the provider that each test has. */
let id = ''

beforeEach(async () => {
  under = await openUnderTest({ size: () => ({ columns: 100, rows: 16 }) })
  id = await under.addProvider('Acme Single Sign-On', ['acme.example'])
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

/** Searches for a text with `/` and moves to the matches. */
async function search(text: string): Promise<void> {
  await under.press('shell.filter')
  under.app.state.getState().view.filter?.line.set(text)
  await under.press('filter.keep')
}

const isBound = (id: string) => under.layers.all().some((layer) => layer.bindings().some((one) => one.id === id))

it('a text to read is searched: it scrolls to each match in turn, round and back, and counts them', async () => {
  const frame = await draw({ view: 'provider-values', id })
  expect(frame()).toContain('/ Search')
  await search('redirect')
  const total = Number(/Match 1 of (\d+) for “redirect”/.exec(frame())?.[1])
  expect(total).toBeGreaterThan(1)
  for (let at = 2; at <= total; at += 1) {
    await under.press('find.next')
    expect(frame()).toContain(`Match ${at} of ${total}`)
    expect(
      frame()
        .toLowerCase()
        .replace(/match .*/, ''),
    ).toContain('redirect')
  }
  await under.press('find.next')
  expect(frame()).toContain(`Match 1 of ${total}`)
  await under.press('find.previous')
  expect(frame()).toContain(`Match ${total} of ${total}`)
})

it('Esc ends the search first and leaves the screen then', async () => {
  const frame = await draw({ view: 'provider-values', id })
  await search('redirect')
  await under.press('find.end')
  expect(frame()).not.toContain('Match')
  expect(isBound('find.end')).toBe(false)
  expect(isBound('values.provider')).toBe(true)
})

it('a text without a match is reported, and the screen stays where it is', async () => {
  const frame = await draw({ view: 'provider-values', id })
  await search('zebra')
  expect(frame()).toContain('“zebra” was not found.')
})

it('a provider is searched with the settings that are folded away; the cursor goes to what was found', async () => {
  const frame = await draw({ view: 'identity-provider', id })
  expect(frame()).not.toContain('JWKS URL')
  await search('jwks')
  await under.press('find.next')
  expect(frame()).toMatch(/› JWKS URL/)
  expect(frame()).toMatch(/Match 2 of \d+ for “jwks”/)
})

it('a service account is searched: name, applications, roles', async () => {
  const { at, publicPem } = under
  const account = ['--name', 'Invoice robot', '--key1', publicPem, '--app', `${at.billing.urn}:reader`]
  const made = (await at.run(['sa', 'create', ...account, '--jq', '.id'])).stdout.trim()
  const frame = await draw({ view: 'service-account-edit', environmentId: at.environmentId, id: made })
  await search('reader')
  expect(frame()).toMatch(/› .*Billing.*reader/)
  expect(frame()).toContain('Match 1 of 1 for “reader”')
  await search('robot')
  expect(frame()).toMatch(/› Name +Invoice robot/)
})
