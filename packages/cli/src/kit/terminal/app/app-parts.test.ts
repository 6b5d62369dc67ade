import { describe, expect, it } from 'vitest'

import { commandText } from './command-text.ts'
import { glyphsOf } from './glyphs.ts'
import { startHistory, step, swap, visit } from './history.ts'
import { layoutOf } from './layout.ts'
import type { Place } from './place.ts'
import { coloursOf } from './theme.ts'
import { createWork } from './work.ts'

const [environments, accounts, account] = [
  { view: 'environments' },
  { view: 'service-accounts', environmentId: 'e' },
  { view: 'service-account-edit', environmentId: 'e', id: '1' },
] satisfies Place[] as [Place, Place, Place]

describe('history', () => {
  const visited = visit(visit(startHistory(environments), accounts), account)
  const at = (history: ReturnType<typeof step>) => history?.places[history.at]

  it('goes back, forward, and to where one was before', () => {
    const back = step(visited, -1)
    expect(at(back)).toEqual(accounts)
    expect(back && at(step(back, 1))).toEqual(account)
    expect(back && at(swap(back))).toEqual(account)
    expect(step(visited, 1)).toBeUndefined()
    expect(step(startHistory(environments), -1)).toBeUndefined()
  })

  it('a new place forgets what was ahead', () => {
    const back = step(visited, -1)
    const on = back && visit(back, environments)
    expect(on?.places).toEqual([environments, accounts, environments])
  })

  it('a place that is replaced cannot be gone back to', () => {
    expect(visit(visited, accounts, true)).toMatchObject({ places: [environments, accounts], at: 1 })
    expect(visit(visited, environments, true).places).toEqual([environments, accounts, environments])
  })
})

it('a frame is a line less than the terminal, whatever its size', () => {
  for (const [columns, rows] of [
    [20, 5],
    [1, 1],
    [80, 24],
    [300, 100],
  ] as const) {
    const layout = layoutOf({ columns, rows })
    expect(layout.rows).toBe(Math.max(1, rows - 1))
    expect(layout.contentWidth).toBeGreaterThan(0)
    expect(layout.contentWidth + layout.sidebarWidth).toBeLessThanOrEqual(columns)
    expect(layout.tableHeight).toBeGreaterThan(0)
  }
})

it('characters beyond ASCII are drawn only where the locale can show them', () => {
  const ascii = /^[\u0020-\u007e]*$/
  expect(Object.values(glyphsOf({ LANG: 'C' }, 'linux')).every((glyph) => ascii.test(glyph))).toBe(true)
  expect(glyphsOf({ LANG: 'en_GB.UTF-8' }, 'linux').border).toBe('round')
  expect(glyphsOf({ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, 'linux').border).toBe('classic')
  expect(coloursOf({ NO_COLOR: '1' }).bad).toEqual({})
})

it.each([{}, { TERM: 'xterm' }, { TERM: 'xterm-16color', COLORTERM: '1' }])(
  'of 16 colours none is drawn that vanishes on white or on black: %j',
  (env) => {
    for (const { color } of Object.values(coloursOf(env))) expect([undefined, 'red', 'magenta']).toContain(color)
  },
)

it('of 256 colours those are drawn that both white and black contrast with', () => {
  const linear = (level: number) => (level === 0 ? 0 : ((level * 40 + 55) / 255 + 0.055) / 1.055) ** 2.4
  for (const { color } of Object.values(coloursOf({ TERM: 'xterm-256color' }))) {
    const cube = Number(/^ansi256\((\d+)\)$/.exec(color ?? '')?.[1]) - 16
    const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(linear)
    const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
    // WCAG 2.2: 3:1 for bold or large text, on both backgrounds.
    expect(1.05 / (luminance + 0.05)).toBeGreaterThan(3)
    expect((luminance + 0.05) / 0.05).toBeGreaterThan(3)
  }
})

it('a command that was copied can be pasted into a shell', () => {
  expect(commandText(['service-account', 'update', 'sa-1', '--name', "Ann's robot", '--key1', ''])).toBe(
    "portico service-account update sa-1 --name 'Ann'\\''s robot' --key1 ''",
  )
})

it('work that fails is a crash, and work is settled afterwards', async () => {
  const crashes: unknown[] = []
  const work = createWork((reason) => crashes.push(reason))
  work.run(() => Promise.reject(new Error('one')))
  work.run(() => {
    throw new Error('two')
  })
  expect(work.getState().busy).toBe(1)
  await work.settled()
  expect(work.getState().busy).toBe(0)
  expect(crashes.map(String)).toEqual(['Error: two', 'Error: one'])
})
