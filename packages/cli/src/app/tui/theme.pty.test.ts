import { expect, it, vi } from 'vitest'

import { ended, listUnderTest, restored } from './testing/list-under-test.ts'

const list = listUnderTest()
const question = '\u001b]11;?\u001b\\'
const accent = { unknown: '\u001b[38;5;30m', dark: '\u001b[38;5;117m', light: '\u001b[38;5;24m' }

it.each([
  ['dark', 'rgb:1e1e/1e1e/1e1e\u0007'],
  ['light', 'rgb:ffff/ffff/ffff\u001b\\'],
] as const)(
  'the terminal says that its background is %s, and the colours follow; the answer types nothing',
  async (background, colour) => {
    const pty = await list.openLoaded()
    expect(pty.written()).toContain(question)
    expect(pty.written()).toContain(accent.unknown)
    pty.write('/al')
    await pty.until('/al')
    pty.write(`\u001b]11;${colour}`)
    pty.write('pha')
    await pty.until('/alpha')
    await vi.waitFor(() => expect(pty.written()).toContain(accent[background]), { timeout: 45_000 })
  },
)

it.each([
  ['the setting', { settings: { theme: 'light' } }, accent.light],
  ['NO_COLOR', { env: { NO_COLOR: '1' } }, undefined],
])('%s decides without a question', async (_, options, colour) => {
  const pty = await list.openLoaded(options)
  expect(pty.written()).not.toContain(question)
  // oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
  if (colour === undefined) expect(pty.written()).not.toMatch(/\u001b\[38;/)
  else expect(pty.written()).toContain(colour)
})

it('COLORFGBG is believed until the terminal answers', async () => {
  const pty = await list.openLoaded({ env: { COLORFGBG: '0;15' } })
  expect(pty.written()).toContain(accent.light)
  expect(pty.written()).toContain(question)
})

it('leaving before the answer came gives the terminal back', async () => {
  const pty = list.open()
  await vi.waitFor(() => expect(pty.written()).toContain(question), { timeout: 45_000, interval: 1 })
  pty.write('\u0003')
  expect(await ended(pty)).toEqual({ exitCode: 130, ...restored })
})
