import { providerDraftOf } from '@portico/core'
import { beforeEach, expect, it } from 'vitest'

import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let opened: string[]
let hasBrowser: boolean
let id: string
let redraws: number

beforeEach(async () => {
  opened = []
  hasBrowser = true
  redraws = 0
  under = await openUnderTest({
    openUrl: (url) => opened.push(url) > 0 && hasBrowser,
    redraw: () => void (redraws += 1),
  })
  // Nothing listens at its address: a test login fails when it begins.
  id = await under.addProvider('Acme', [`draft${Date.now()}.example`])
})

const idp = (...argv: string[]) => under.at.run(['idp', ...argv])
const shown = () => under.app.state.getState().view.spoken().join('\n')
const notice = () => under.app.state.getState().notice

async function show(): Promise<void> {
  under.app.go({ view: 'provider-draft', id })
  await under.app.work.settled()
}

it('shows where the draft differs, opens its test login, and refuses to keep it after a named check failed', async () => {
  await idp('update', id, '--set', 'groupClaim=roles')
  await show()
  expect(shown()).toContain('- groups\n+ roles')
  await under.press('draft.keep')
  expect(notice()).toContain('Run a test login first')
  await under.press('draft.test')
  expect(opened).toHaveLength(1)
  expect(shown()).toContain(opened[0])
  await fetch(opened[0] ?? '', { redirect: 'manual' })
  await expect.poll(shown, { timeout: 20_000 }).toContain('The test login failed.')
  expect(shown()).toMatch(/Failed +Provider’s addresses/)
  await under.press('draft.confirm')
  await under.press('draft.keep')
  expect(notice()).toContain('Run a test login first')
  expect((await under.providers())[0]).toMatchObject({ draft: { proven: false }, live: { enabled: true } })
})

it('without a browser, the screen and the status line ask to open the address', async () => {
  await show()
  await under.press('draft.test')
  expect(shown()).toContain('Sign in on the page that was opened.')
  hasBrowser = false
  await under.press('draft.test')
  expect(shown()).not.toContain('page that was opened')
  expect(shown()).toMatch(/Open its address in a browser and sign in there\.\n.*test/)
  expect(notice()).toContain('Open its address in a browser')
})

it('does not request a new check of the credentials for test logins for which this is switched off', async () => {
  await show()
  expect(shown()).toContain('[x] Ask the provider to check the credentials again')
  await under.press('draft.fresh')
  expect(shown()).toContain('[ ] Ask the provider to check the credentials again')
  await under.press('draft.test')
  await expect.poll(() => providerDraftOf(under.app.core, id).getState().test?.login?.fresh).toBe(false)
})

it('keeps a new name once the box is ticked, only in write mode', async () => {
  await idp('update', id, '--name', 'Acme two')
  await show()
  await under.press('draft.keep')
  expect(notice()).toBe('Confirm that these changes are to be put into effect.')
  await under.press('draft.confirm')
  expect(shown()).toContain('[x] These changes need no test login.')
  const { unlocked } = under.app.state.getState()
  under.app.state.setState({ unlocked: new Set() })
  await under.press('draft.keep')
  expect(notice()).toMatch(/:write/)
  under.app.state.setState({ unlocked })
  await under.press('draft.keep')
  expect((await under.providers())[0]).toMatchObject({ draft: null, live: { name: 'Acme two' } })
  expect(shown()).toContain('The saved configuration is in effect.')
})

it('keeps a change for the chosen time, shows the time left, and takes it back at once', async () => {
  await idp('update', id, '--name', 'Acme two')
  await show()
  await under.press('draft.time')
  expect(shown()).toContain('5 minutes')
  await under.press('draft.confirm')
  await under.press('draft.keep')
  expect((await under.providers())[0]).toMatchObject({ live: { name: 'Acme two', unconfirmed: {} } })
  expect(shown()).toMatch(/[45]:\d\d/)
  // Only its own lines are drawn again: drawing the whole screen again stops what is timed in it.
  const { watched } = under.app.state.getState().view
  let draws = 0
  const stop = watched.map((store) => store.subscribe(() => (draws += 1)))
  await expect.poll(() => draws, { timeout: 20_000 }).toBeGreaterThan(1)
  stop.forEach((off) => off())
  expect(redraws).toBe(0)
  await under.press('draft.revert-now')
  expect((await under.providers())[0]).toMatchObject({ live: { name: 'Acme', unconfirmed: null } })
  await under.press('draft.revert-now')
  expect(notice()).toBe('No change is waiting for confirmation.')
})

it('reverts after asking', async () => {
  await idp('update', id, '--name', 'Acme two')
  await show()
  await under.press('draft.revert')
  await under.press('choice.y')
  expect((await under.providers())[0]).toMatchObject({ name: 'Acme', draft: null })
})
