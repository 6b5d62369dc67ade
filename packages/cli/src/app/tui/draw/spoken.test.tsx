import { createScimToken } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Place } from '../../../kit/terminal/app/place.ts'
import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import { openAppUnderTest } from '../testing/app-under-test.ts'
import { providersUnderTest, type ProvidersUnderTest } from '../testing/providers-under-test.ts'
import { Spoken } from './spoken.tsx'

// What a screen reader is given while something is loaded.

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let id = ''
let token = ''

beforeEach(async () => {
  under = await openUnderTest({})
  id = await under.addProvider('Directory', ['dir.example'])
  const made = await under.core.client.call(createScimToken, { params: { id }, body: { name: 'Entra ID' } })
  if (!made.ok) throw new Error(JSON.stringify(made.problem))
  token = made.value.token
})
afterEach(() => cleanup())

const rendered = () => new Promise((resolve) => setTimeout(resolve, 20))

type Spoke = Pick<ProvidersUnderTest, 'app' | 'layers' | 'clock'>

function speak({ app, layers, clock }: Spoke = under) {
  return render(
    <AppProvider value={app}>
      <Spoken layers={layers} clock={clock} />
    </AppProvider>,
  )
}

/** The different frames after the start, until everything is loaded. */
async function heard(
  spoken: ReturnType<typeof speak>,
  act: () => void | Promise<void>,
  { app }: Spoke = under,
): Promise<readonly string[]> {
  const before = spoken.frames.length
  await act()
  await app.work.settled()
  await rendered()
  const frames = spoken.frames.slice(before).map((frame) => frame.replaceAll(/\s+/g, ' '))
  return frames.filter((frame, at, all) => frame !== all[at - 1])
}

async function send(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  await fetch(`${under.at.origin}/scim/v2/${id}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const places: readonly (() => Place)[] = [
  () => ({ view: 'audit' }),
  () => ({ view: 'scim', id }),
  () => ({ view: 'applications', environmentId: under.at.environmentId }),
  () => ({ view: 'webhook-create' }),
]

it.each(places)('a screen that is loaded says so once, without title and keys, and no error: %#', async (place) => {
  const spoken = speak()
  const frames = await heard(spoken, () => under.app.go(place()))
  expect(frames.slice(0, -1).filter((frame) => frame !== 'Loading')).toEqual([])
  expect(frames.at(-1)).toContain('Keys:')
  expect(frames.join('\n')).not.toContain('could not be loaded')
})

it('a form is read at once, and again with what the check of the provider found', async () => {
  const spoken = speak()
  const frames = await heard(spoken, () => under.app.go({ view: 'identity-provider', id }))
  await expect.poll(() => spoken.lastFrame()).toContain('Attention: ')
  const checked = spoken.lastFrame()?.replaceAll(/\s+/g, ' ') ?? ''
  // Only rows that the cursor can be on are counted, so that the note changes no position.
  expect(checked).toMatch(/Attention: .*will go wrong.* Name: Directory, 1 of 9 /)
  const unchecked = checked.replace(/Attention: .* Name:/, 'Name:')
  expect([...frames, checked].filter((frame) => ![unchecked, checked, 'Loading'].includes(frame))).toEqual([])
})

it('a list that could not be read says so once it is known', async () => {
  const alone = openAppUnderTest()
  const { app } = alone
  const frames = await heard(speak(alone), () => app.go({ view: 'applications', environmentId: 'p' }), alone)
  expect(frames.at(-1)).toContain('This could not be loaded.')
  expect(frames.slice(0, -1).filter((frame) => frame !== 'Loading')).toEqual([])
})

it('a filter is read with its rows, never with those of the filter before', async () => {
  await send('/Users', { userName: 'bob@dir.example' })
  await send('/Users', { userName: 'bob@dir.example' })
  await new Promise((resolve) => setTimeout(resolve, 600))
  const spoken = speak()
  const opened = await heard(spoken, () => under.app.go({ view: 'scim-inbox', id }))
  expect(opened.at(-1)).toMatch(/Status: 409, .*1 of 2/)
  const frames = await heard(spoken, () => under.press('scim-request.filter'))
  expect(frames.at(-1)).toMatch(/^Directory, What the directory has sent, Requests that.*Status: 201.*1 of 1/)
  expect(frames.slice(0, -1).filter((frame) => frame !== 'Loading')).toEqual([])
})
