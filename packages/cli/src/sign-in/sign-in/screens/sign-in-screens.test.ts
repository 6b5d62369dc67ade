import { createWords, englishMessages, signInNoun, type SignInRecord } from '@portico/core'
import { beforeEach, describe, expect, it } from 'vitest'

import { runPalette } from '../../../app/tui/shell/palette.ts'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'
import { signInLines } from './sign-in-lines.ts'
import { goToFiltered } from '../../../kit/terminal/list/noun-list-view.tsx'

const failed: SignInRecord = {
  code: 'K7QF-2M9X',
  at: '2026-11-21T09:00:00Z',
  finishedAt: '2026-11-21T09:00:02.5Z',
  purpose: 'login',
  outcome: 'failed',
  username: 'ada@acme.example',
  provider: { id: 'idp-1', name: 'Acme', type: 'OPENSAML' },
  failure: 'The audience is another one.',
  errorID: 'IDP_ERROR',
  address: '127.0.0.1',
  requestID: 'request-7',
  user: null,
  checks: [
    {
      check: 'status',
      title: 'The provider says it worked',
      outcome: 'passed',
      finding: null,
      message: null,
      todo: null,
      evidence: {},
    },
    {
      check: 'audience',
      title: 'The answer is for us',
      outcome: 'failed',
      finding: 'saml-audience',
      message: 'The answer is for https://other.\u001b[2Jexample.',
      todo: 'Enter our entity ID at the provider.',
      evidence: { expected: 'https://us.example', found: 'https://other.example' },
    },
  ],
}
describe('a failed sign-in to read', () => {
  const lines = signInLines(failed, createWords('en', englishMessages))
  const texts = lines.map(({ text }) => text)

  it('begins with what happened and what to do', () => {
    const words = texts.slice(0, 6).join('\n')
    expect(words).toContain('The answer is for https://other.')
    expect(words).toContain('Found: https://other.example')
    expect(words).toContain('Enter our entity ID at the provider.')
  })

  it('shows every check with its outcome as a word, and expected beside found', () => {
    const text = texts.join('\n')
    expect(text).toMatch(/Passed\s+The provider says it worked/)
    expect(text).toMatch(/Failed\s+The answer is for us/)
    expect(text).toMatch(/Expected: https:\/\/us\.example\s+Found: https:\/\/other\.example/)
  })

  it('text of a provider cannot steer the terminal', () => {
    expect(texts.join('')).not.toContain('\u001b')
  })
})

describe('the list of sign-ins', () => {
  const openUnderTest = providersUnderTest()
  let under: ProvidersUnderTest
  const shown = () => under.app.state.getState().view.spoken().join()
  const filter = () => under.at.received.filter(({ path }) => path.endsWith('/sign-ins')).at(-1)?.query

  const openList = async () => {
    under.app.go({ view: 'sign-ins' })
    await under.app.work.settled()
  }
  let acme: string

  beforeEach(async () => {
    under = await openUnderTest()
    acme = await under.addProvider('Acme')
    const other = await under.addProvider('Globex')
    const evidence = { expected: 'https://us.example', found: 'https://other.example' }
    const failedCheck = { check: 'audience', outcome: 'failed', finding: 'saml-audience', evidence } as const
    await under.at.tenant.addSignIns([
      { code: 'K7QF-2M9X', outcome: 'failed', username: 'ada@acme.example', providerId: acme, checks: [failedCheck] },
      { code: 'BBBB-CCCC', outcome: 'signed-in', username: 'ada@acme.example', providerId: other, checks: [] },
    ])
    await openList()
  })

  it('asks the server for those that failed, and shows in its title that it did', async () => {
    await under.press('sign-in.outcome')
    expect(filter()?.get('outcome')).toBe('failed')
    expect(under.app.state.getState().view.crumbs()).toEqual(['Sign-ins', 'Failed'])
    expect(under.app.state.getState().view.command()).toBe('portico sign-in list --failed')
    await under.press('sign-in.all')
    expect(filter()?.has('outcome')).toBe(false)
  })

  it('says that there are none, and where a filter is on, that none match; Enter says the same', async () => {
    under = await openUnderTest()
    await openList()
    expect(shown()).toContain('There are no sign-ins yet.')
    await under.press('sign-in.open')
    expect(under.app.state.getState().notice).toBe('There are no sign-ins yet.')
    await under.press('sign-in.outcome')
    expect(shown()).toContain('No sign-in matches.')
    expect(shown()).not.toContain('There are no sign-ins yet.')
    await under.press('sign-in.open')
    expect(under.app.state.getState().notice).toBe('No sign-in matches.')
  })

  it('opens a code however it is typed', async () => {
    await runPalette(under.app, 'sign-in k7qf2m9x')
    await under.app.work.settled()
    expect(under.app.place()).toEqual({ view: 'sign-in', code: 'K7QF-2M9X' })
    expect(shown()).toContain('The assertion is meant for “https://other.example”, but we are “https://us.example”.')
  })

  it('a code that does not exist is reported, instead of an empty page', async () => {
    under.app.go({ view: 'sign-in', code: 'ZZZZ-ZZZZ' })
    await under.app.work.settled()
    expect(shown()).toContain('No sign-in is recorded by this code.')
  })

  it('shows those of one provider', async () => {
    under.app.go({ view: 'certificates' })
    await under.app.work.settled()
    goToFiltered(under.app, { view: 'sign-ins' }, signInNoun, { idp: acme })
    await under.app.work.settled()
    expect(filter()?.get('idp')).toBe(acme)
    expect(under.app.state.getState().view.crumbs()).toEqual(['Sign-ins', 'Acme'])
  })

  it('says that it could not be loaded rather than that there are no sign-ins', async () => {
    under.at.before = ({ path }) =>
      path.endsWith('/sign-ins') ? { status: 403, body: { errorID: 'FORBIDDEN', errorMessage: 'No.' } } : undefined
    under.app.go({ view: 'certificates' })
    await under.app.work.settled()
    // Another filter, for which nothing was read yet.
    goToFiltered(under.app, { view: 'sign-ins' }, signInNoun, { idp: acme })
    await under.app.work.settled()
    expect(shown()).not.toContain(under.app.words.say('signIns.none'))
    expect(shown()).toContain(under.app.words.say('error.notLoaded.title'))
  })
})
