import { describe, expect, it } from 'vitest'

import { body, ended, listUnderTest, restored, seededNames, type ListUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()

describe('drawing', () => {
  it.each([
    ['of the environment that was named', undefined, /Production › Service accounts\s[^]*Loading/],
    ['of what needs attention', { environment: '' }, /Overview\s[^]*Loading/],
  ])('the first frame is the screen %s, loading', async (_, settings, wanted) => {
    const pty = list.open(settings === undefined ? {} : { settings })
    await pty.until('Production')
    await pty.until(/1 of \d/)
    // The output up to the end of the first frame.
    const first = pty.written().split('\u001b[?2026l')[0] ?? ''
    // oxlint-disable-next-line no-control-regex -- control sequences are what is taken away
    expect(first.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '\n')).toMatch(wanted)
    expect(pty.written()).not.toContain('no environment yet')
  })

  it('while working nothing is cleared, and a key costs a few hundred bytes', async () => {
    const pty = await list.openLoaded()
    const before = pty.written().length
    pty.write('j')
    await pty.until('2 of 6')
    expect(pty.written().length - before).toBeLessThan(700)
    pty.write('\r')
    await pty.until(/› Name\s+bravo/)
    pty.write('\u001b')
    await pty.until('2 of 6')
    // One clear, on entering the alternate screen.
    expect(pty.written().split('\u001b[2J')).toHaveLength(2)
    expect(pty.written()).not.toContain('\u001b[3J')
  })

  it('a storm of resizes ends as a start at that size', async () => {
    const pty = await list.openLoaded()
    for (let turn = 0; turn < 40; turn += 1) pty.resize(30 + ((turn * 37) % 120), 6 + ((turn * 11) % 40))
    pty.resize(90, 24)
    const fresh = await list.openLoaded({ columns: 90, rows: 24 })
    const wanted = body(await fresh.until((text) => text.includes('1 of 6') && text.includes('? Keys')))
    // A frame of another size may have all of these texts too.
    await pty.until((text) => body(text) === wanted)
  })

  it.each<[string, Parameters<ListUnderTest['open']>[0]]>([
    ['20 columns and 5 rows', { columns: 20, rows: 5 }],
    ['1 column and 1 row', { columns: 1, rows: 1 }],
    ['CI=1', { env: { CI: '1' } }],
    ['NO_COLOR', { env: { NO_COLOR: '1' } }],
  ])('works with %s', async (_, options) => {
    const pty = list.open(options)
    await pty.until(options?.columns === 1 ? () => pty.written().includes('\u001b[?1049h') : 'alpha')
    pty.write('j\r')
    if (options?.columns !== 1) await pty.until('bravo')
    pty.write('\u0003')
    expect(await ended(pty)).toEqual({ exitCode: 130, ...restored })
  })

  it.each([
    [20, 5],
    [40, 10],
    [60, 12],
    [100, 30],
  ])('%i columns and %i rows show PROD, WRITE and the environment, behind a dialog too', async (columns, rows) => {
    await list.under.renew({ type: 'PROD', names: seededNames })
    const pty = list.open({ columns, rows })
    await pty.until(/PROD READ/)
    await pty.until('alpha')
    expect(await pty.text()).toMatch(/Produc/)
    pty.write(':write\r')
    await pty.until(/PROD WRITE/)
    pty.write('d')
    await pty.until(/Delete/)
    const text = await pty.until(/PROD WRITE/)
    expect(text).toMatch(/Produc/)
  })

  it('with 16 colours it draws no blue, no yellow, no cyan and no green', async () => {
    await list.under.renew({ type: 'PROD', names: seededNames })
    const pty = list.open({ env: { TERM: 'xterm', COLORTERM: undefined } })
    await pty.until('PROD READ-ONLY')
    await pty.until('alpha')
    pty.write(':write\r')
    await pty.until('PROD WRITE')
    pty.write('d')
    await pty.until(/Type|Delete/)
    // oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
    expect(pty.written()).not.toMatch(/\u001b\[(?:\d+;)*(?:3[2346]|9[2346])m/)
  })

  it('what a search found is inverted at the cursor, and bold and underlined elsewhere', async () => {
    const pty = await list.openLoaded()
    pty.write('\r')
    await pty.until(/› Name\s+alpha/)
    const marked = async (typed: string, shown: string, after: RegExp) => {
      const before = pty.written().length
      pty.write(typed)
      await pty.until(shown)
      expect(pty.written().slice(before)).toMatch(after)
    }
    // oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
    const inverted = /\u001b\[(?:\d+;)*7m(?:\u001b\[[\d;]*m)*alph(?:\u001b|$)/
    await marked('/alph\r', 'Match 1 of 1 for “alph”', inverted)
    // oxlint-disable-next-line no-control-regex -- as above
    const underlined = /\u001b\[(?:\d+;)*4m(?:\u001b\[[\d;]*m)*alph(?:\u001b|$)/
    await marked('j', '› Public key 1', underlined)
  })

  it('a dialog is as wide as its text in a wide window', async () => {
    const pty = await list.openLoaded({ columns: 200, rows: 60 })
    pty.write('S')
    const text = await pty.until(/Sort service accounts by[^]*╯/)
    const [top = ''] = /╭─+╮/.exec(text) ?? []
    expect(top.length).toBeGreaterThan(40)
    expect(top.length).toBeLessThan(80)
  })

  it('a dialog is as high as its text', async () => {
    const pty = await list.openLoaded({ rows: 40 })
    pty.write('d')
    await pty.until(/╰/)
    const lines = await pty.lines()
    const top = lines.findIndex((line) => line.includes('╭'))
    const bottom = lines.findIndex((line) => line.includes('╰'))
    expect(bottom - top).toBeLessThan(14)
    expect(bottom - top).toBeGreaterThan(2)
  })

  it('LANG=C draws only ASCII', async () => {
    const pty = await list.openLoaded({ env: { LANG: 'C' } })
    pty.write('?')
    await pty.until('Search:')
    // oxlint-disable-next-line no-control-regex -- it is the question
    expect(pty.written()).toMatch(/^[\u0000-\u007f]*$/)
  })

  it('TERM=dumb gets the advice to use the commands', async () => {
    const pty = list.open({ env: { TERM: 'dumb' } })
    expect((await pty.exited).exitCode).toBe(2)
    expect(await pty.text()).toContain('portico help topics')
  })

  it('a screen reader gets lines, no alternate screen, and the same keys', async () => {
    const pty = list.open({ env: { INK_SCREEN_READER: '1' } })
    await pty.until(/Name: alpha,.*1 of 6/)
    expect(await pty.isAlternate()).toBe(false)
    pty.write('j')
    await pty.until(/Name: bravo,.*2 of 6/)
    pty.write('\r')
    await pty.until('Name: bravo, 1 of 4')
    pty.write('\u0003')
    expect(await ended(pty)).toEqual({ exitCode: 130, ...restored })
  })
})
