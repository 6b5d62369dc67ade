import { createWords, englishMessages } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Place } from '../../../kit/terminal/app/place.ts'
import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import { providersUnderTest, type ProvidersUnderTest } from '../testing/providers-under-test.ts'
import { Shell } from './shell.tsx'

/** Every label in code gets brackets, and a sentence from the catalogue does not. */
const marking = {
  ...createWords('en', englishMessages),
  text: (english: string) => (/^\[.*\]$/.test(english) ? english : `[${english}]`),
}

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest

beforeEach(async () => {
  under = await openUnderTest({ size: () => ({ columns: 200, rows: 60 }), words: marking })
  await under.addProvider('Acme Single Sign-On', ['acme.example'])
})

afterEach(() => cleanup())

async function draw(place: Place): Promise<() => readonly string[]> {
  const { app, layers, clock } = under
  app.resize()
  app.go(place)
  await app.work.settled()
  const drawn = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  await new Promise((resolve) => setImmediate(resolve))
  return () => (drawn.lastFrame() ?? '').split('\n')
}

describe('labels in code are drawn in the language of the words', () => {
  it('keys: in the line of hints and in the list of keys, with the reason why one cannot be used', async () => {
    const frame = await draw({ view: 'identity-providers' })
    const hints = frame().at(-1) ?? ''
    expect(hints).toContain('Enter [Open]')
    expect(hints).toContain('? [Keys]')
    await under.press('shell.keys')
    const dialog = frame().map((line) => line.slice(24))
    expect(dialog.join('\n')).toMatch(/\[Keys\][^]*\[Search\]:[^]*Enter e +\[Open\]/)
    const labels = dialog.flatMap((line) => /^│ [› ] (?:\S+ )+ +(\S.*?)\s+│$/.exec(line)?.[1] ?? [])
    expect(labels.length).toBeGreaterThan(20)
    expect(labels.filter((label) => !/^\[.*\]$/.test(label))).toEqual([])
  })

  it('a refusal is translated too', async () => {
    const frame = await draw({ view: 'identity-providers' })
    await under.press('list.show-all')
    expect(frame().join('\n')).toContain('[The list is not filtered.]')
  })

  it('screens: sidebar, crumbs and column names, whose arrow is beside them', async () => {
    const frame = await draw({ view: 'identity-providers' })
    expect(frame()[1]).toBe('[Identity providers]')
    const heads = frame()[2]?.slice(24).trim().split(/ {2,}/) ?? []
    expect(heads.length).toBeGreaterThan(3)
    expect(heads.filter((head) => !/^\[.*\]( [▲▼])?$/.test(head))).toEqual([])
    const entries = frame().map((line) => line.slice(0, 24).trim())
    expect(entries).toContain('1 [Environments]')
    expect(entries.find((entry) => entry.startsWith('›'))).toMatch(/^› 4 \[Identity provid/)
  })

  it('a name that is a label somewhere else stays as it is in the crumbs', async () => {
    const id = await under.addProvider('Security', ['security.example'])
    const frame = await draw({ view: 'identity-provider', id })
    await expect.poll(() => frame()[1]).toMatch(/^\[Identity providers\] › Security \(/)
  })

  it('dialogs: the title, and the columns to sort by', async () => {
    const frame = await draw({ view: 'identity-providers' })
    await under.press('list.sort')
    expect(frame().join('\n')).toMatch(/› \[Name\]/)
  })
})
