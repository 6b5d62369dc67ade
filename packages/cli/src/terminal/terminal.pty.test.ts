import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { makeKeyPair } from '../testing/keys.ts'
import { openPty, type Pty } from './testing/pty.ts'
import { openTerminalUnderTest, type TerminalUnderTest } from './testing/terminal-under-test.ts'

let under: TerminalUnderTest
const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot']

beforeAll(async () => {
  under = await openTerminalUnderTest(makeKeyPair().publicPem)
})

afterAll(() => under.close())

beforeEach(() => {
  const [environment] = under.portal.state.environments
  if (environment !== undefined) environment.type = 'TEST'
  under.portal.state.override = undefined
  under.seed(names)
})

/** Opens the list of service accounts. */
async function openList(options: Parameters<TerminalUnderTest['open']>[0] = {}): Promise<Pty> {
  const pty = under.open(options)
  await pty.until(/1 of \d+\s/)
  await pty.until('alpha')
  return pty
}

async function ended(
  pty: Pty,
): Promise<{ exitCode: number; alternate: boolean; cursorHidden: boolean; paste: boolean }> {
  const { exitCode } = await pty.exited
  return {
    exitCode,
    alternate: await pty.isAlternate(),
    cursorHidden: pty.isCursorHidden(),
    paste: pty.isBracketedPaste(),
  }
}

const restored = { alternate: false, cursorHidden: false, paste: false }

describe('what is typed at once means what is typed slowly', () => {
  const down = '\u001b[B'
  const up = '\u001b[A'
  // Keys, and what the screen must show in the end.
  it.each<[string, readonly string[], string | RegExp]>([
    ['choosing in a list', [down, down, down, '\r'], /accounts › delta[^]*› Name\s+delta/],
    ['vi letters and ends', ['G', 'k', 'k', '\r'], /› Name\s+delta/],
    ['a filter', ['/', 'b', 'r', 'a', '\r', '\r'], /› Name\s+bravo/],
    ['the palette', [':', 's', 'a', ' ', 'e', 'c', 'h', 'o', '\r'], /› Name\s+echo/],
    ['a form', ['c', 'a', ' ', 'b', ' ', 'c', '\u007f', 'd', '\t'], /Name\s+a b d\s[^]*› Public key 1/],
    [
      'a name changed in the middle',
      ['\r', '\r', '\u001b[D', '\u001b[D', 'X', '\u001b[H', 'Y', '\t'],
      /Name\s+YalpXha\s[^]*› (?:Public )?[Kk]ey 1\s+RSA, 450 of/,
    ],
    [
      "ink-select-input's choices",
      ['\r', '\r', 'X', '\t', '\u001b', down, '-', down, down, '\r', up],
      /Name\s+alphaX\s[^]*› Public key 1/,
    ],
    [
      'the leave dialog',
      ['\r', '\r', 'X', '\u0013', '\u001b', '\u001b', ':', 'e', 'n', 'v', '\r', down, '\r'],
      /1 of 1\s/,
    ],
    [
      'adding an application',
      ['c', 'n', '\t', '\t', '\t', '\r', 'a', 'r', 'c', '\r', 'a', '\r', '\r'],
      /Roles in Billing/,
    ],
    ['marks', [' ', down, ' ', 'v', up], '3 marked'],
    ['the key list', ['?', 'c', 'r', 'e', 'a', 't', 'e', '\r', 'x'], /New[^]*Name\s+x/],
    ['history', ['1', '3', '[', ']', '-', '-', '\r'], /› Name\s+alpha/],
  ])('%s', async (_, keys, wanted) => {
    const [slow, burst] = await Promise.all([openList(), openList()])
    for (const key of keys) {
      slow.write(key)
      // After an Esc a person's pause, longer than it is doubted; else long enough for a read of its own.
      await new Promise((resolve) => setTimeout(resolve, key === '\u001b' ? 80 : 20))
    }
    burst.write(keys.join(''))
    await slow.until(wanted)
    // Either may still be drawing its last key.
    const same = async () => expect(body(await burst.text())).toBe(body(await slow.text()))
    await vi.waitFor(same, { timeout: 45_000, interval: 20 })
    slow.kill('SIGKILL')
    burst.kill('SIGKILL')
  })

  it('300 keys in one write move 300 rows', async () => {
    under.seed(Array.from({ length: 400 }, (__, at) => `alpha ${String(at).padStart(3, '0')}`))
    const pty = await openList()
    pty.write('j'.repeat(300) + '\r')
    await pty.until(/› Name\s+alpha 300/)
  })
})

/** The screen without what changes by itself. */
function body(text: string): string {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trimEnd())
    .join('\n')
}

describe('pastes and slow lines', () => {
  it('a key pasted with its newlines is one value', async () => {
    const pty = await openList()
    pty.write('cRobot\t')
    await pty.until('of 2048 characters')
    const { publicPem } = makeKeyPair()
    pty.write(`\u001b[200~${publicPem.replaceAll('\n', '\r')}\u001b[201~\t`)
    await pty.until(new RegExp(`Public key 1\\s+RSA, PUBLIC KEY \\(${publicPem.trim().length}\\)`))
  })

  it('a paste into a list does nothing', async () => {
    const pty = await openList()
    pty.write('\u001b[200~jjd:quit\r\u001b[201~')
    pty.write('j')
    await pty.until('2 of 6')
  })

  it('an arrow whose sequence comes in two parts is no Esc', async () => {
    const pty = await openList()
    pty.write('\u001b')
    pty.write('[B')
    await pty.until('2 of 6')
  })
})

describe('the terminal is given back', () => {
  it.each<[string, (pty: Pty) => void, number]>([
    ['q', (pty) => pty.write('q'), 0],
    [':q', (pty) => pty.write(':q\r'), 0],
    ['Ctrl-C', (pty) => pty.write('\u0003'), 130],
    ['SIGINT', (pty) => process.kill(pty.pid, 'SIGINT'), 130],
    ['SIGTERM', (pty) => process.kill(pty.pid, 'SIGTERM'), 143],
    ['SIGHUP', (pty) => process.kill(pty.pid, 'SIGHUP'), 129],
  ])('after %s', async (_, leave, exitCode) => {
    const pty = await openList()
    expect(await pty.isAlternate()).toBe(true)
    expect(pty.isCursorHidden()).toBe(true)
    leave(pty)
    expect(await ended(pty)).toEqual({ exitCode, ...restored })
  })

  it.each([
    ['kill -TSTP', ['SIGTSTP']],
    ['kill -STOP', ['SIGSTOP']],
  ] as const)('and taken again after %s and fg', async (_, [signal]) => {
    under.portal.state.tokens.add('token-of-the-test')
    const { file, args } = under.command()
    const shell = openPty({ file: '/bin/bash', args: ['--norc', '--noprofile', '-i'], env: { PS1: 'prompt> ' } })
    await shell.until('prompt> ')
    shell.write(`sh -c 'echo pid=$$; exec "$0" "$@"' ${file} ${args[0]} '${args[1]}'\r`)
    await shell.until('alpha')
    shell.write('j')
    await shell.until('2 of 6')
    const pid = Number(/pid=(\d+)/.exec(shell.written())?.[1])
    process.kill(pid, signal)
    await vi.waitFor(() => expect(shell.written()).toMatch(/Stopped/), { timeout: 45_000 })
    // Of STOP a program hears nothing; the shell's prompt stands where the program left the screen.
    if (signal === 'SIGTSTP') expect(await shell.isAlternate()).toBe(false)
    const before = shell.written().length
    shell.write('fg\r')
    await vi.waitFor(() => expect(shell.written().slice(before)).toContain('\u001b[?1049h'), { timeout: 45_000 })
    await shell.until((text) => text.includes('2 of 6') && !text.includes('Stopped'))
    shell.write('j')
    await shell.until('3 of 6')
    shell.write('\u0003')
    await shell.until((text) => text.includes('prompt> ') && !text.includes('3 of 6'))
    expect([await shell.isAlternate(), shell.isCursorHidden(), shell.isBracketedPaste()]).toEqual([false, false, false])
    shell.kill('SIGKILL')
  })

  it('after Ctrl-C with unsaved work, once it was asked', async () => {
    const pty = await openList()
    pty.write('cHalf typed')
    await pty.until('Half typed')
    pty.write('\u0003')
    await pty.until('Discard (d)')
    pty.write('c')
    await pty.until((text) => text.includes('Half typed') && !text.includes('Discard (d)'))
    pty.write('\u0003')
    await pty.until('Discard (d)')
    pty.write('\u0003')
    expect(await ended(pty)).toEqual({ exitCode: 130, ...restored })
  })

  it('after a crash, whose message stands in the ordinary screen', async () => {
    const pty = await openList()
    process.kill(pty.pid, 'SIGUSR2')
    expect(await ended(pty)).toEqual({ exitCode: 1, ...restored })
    expect(await pty.text()).toContain('crash on request')
  })

  it('after Ctrl-Z, and taken again by fg', async () => {
    under.portal.state.tokens.add('token-of-the-test')
    const { file, args } = under.command()
    const shell = openPty({ file: '/bin/bash', args: ['--norc', '--noprofile', '-i'], env: { PS1: 'prompt> ' } })
    await shell.until('prompt> ')
    shell.write(`${file} ${args[0]} '${args[1]}'\r`)
    await shell.until('alpha')
    shell.write('j')
    await shell.until('2 of 6')
    shell.write('\u001a')
    await shell.until('Stopped')
    expect(await shell.isAlternate()).toBe(false)
    shell.write('fg\r')
    await shell.until('2 of 6')
    expect(await shell.isAlternate()).toBe(true)
    shell.write('j')
    await shell.until('3 of 6')
    shell.write('\u0003')
    await shell.until((text) => text.includes('prompt> ') && !text.includes('3 of 6'))
    shell.write('echo code $?\r')
    await shell.until('code 130')
    shell.kill('SIGKILL')
  })
})

it('Alt and a letter is neither Esc nor the letter, and moves by words in a field', async () => {
  const pty = await openList()
  pty.write('\u001bq\u001bj')
  pty.write('/alp')
  await pty.until('1 of 1')
  pty.write('\u001bj\u001bx')
  pty.write('ha')
  await pty.until(/\/alpha/)
  pty.write(' bravo\u001bb\u001b\u007f')
  await pty.until(/\/bravo/)
  await pty.until(/1 of 1 .*filter: bravo/)
})

describe('drawing', () => {
  it.each([
    ['of the environment that was named', undefined, /Production › Service accounts\s[^]*Loading/],
    ['of environments', { environment: '' }, /Environments\s[^]*Loading/],
  ])('the first frame is the screen %s, loading', async (_, settings, wanted) => {
    const pty = under.open(settings === undefined ? {} : { settings })
    await pty.until('Production')
    await pty.until(/1 of \d/)
    // What was written until the first frame ended.
    const first = pty.written().split('\u001b[?2026l')[0] ?? ''
    // oxlint-disable-next-line no-control-regex -- control sequences are what is taken away
    expect(first.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '\n')).toMatch(wanted)
    expect(pty.written()).not.toContain('no environment yet')
    pty.kill('SIGKILL')
  })

  it('while working nothing is cleared, and a key costs a few hundred bytes', async () => {
    const pty = await openList()
    const before = pty.written().length
    pty.write('j')
    await pty.until('2 of 6')
    expect(pty.written().length - before).toBeLessThan(700)
    pty.write('\r')
    await pty.until(/› Name\s+bravo/)
    pty.write('\u001b')
    await pty.until('2 of 6')
    // One clear, when the alternate screen was entered.
    expect(pty.written().split('\u001b[2J')).toHaveLength(2)
    expect(pty.written()).not.toContain('\u001b[3J')
  })

  it('a storm of resizes ends as a start at that size', async () => {
    const pty = await openList()
    for (let turn = 0; turn < 40; turn += 1) pty.resize(30 + ((turn * 37) % 120), 6 + ((turn * 11) % 40))
    pty.resize(90, 24)
    const stormed = await pty.until((text) => text.includes('1 of 6') && text.includes('q Quit'))
    const fresh = await openList({ columns: 90, rows: 24 })
    expect(body(stormed)).toBe(body(await fresh.until((text) => text.includes('1 of 6') && text.includes('q Quit'))))
  })

  it.each<[string, Parameters<TerminalUnderTest['open']>[0]]>([
    ['20 columns and 5 rows', { columns: 20, rows: 5 }],
    ['1 column and 1 row', { columns: 1, rows: 1 }],
    ['CI=1', { env: { CI: '1' } }],
    ['NO_COLOR', { env: { NO_COLOR: '1' } }],
  ])('works with %s', async (_, options) => {
    const pty = under.open(options)
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
    const [environment] = under.portal.state.environments
    if (environment !== undefined) environment.type = 'PROD'
    const pty = under.open({ columns, rows })
    await pty.until(/PROD READ/)
    await pty.until('alpha')
    expect(await pty.text()).toMatch(/Produc/)
    pty.write(':write\r')
    await pty.until(/PROD WRITE/)
    pty.write('d')
    await pty.until(/Delete/)
    const text = await pty.until(/PROD WRITE/)
    expect(text).toMatch(/Produc/)
    pty.kill('SIGKILL')
  })

  it('with 16 colours it draws no blue, no yellow, no cyan and no green', async () => {
    const [environment] = under.portal.state.environments
    if (environment !== undefined) environment.type = 'PROD'
    const pty = under.open({ env: { TERM: 'xterm', COLORTERM: undefined } })
    await pty.until('PROD READ-ONLY')
    await pty.until('alpha')
    pty.write(':write\r')
    await pty.until('PROD WRITE')
    pty.write('d')
    await pty.until(/Type|Delete/)
    // oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
    expect(pty.written()).not.toMatch(/\u001b\[(?:\d+;)*(?:3[2346]|9[2346])m/)
    pty.kill('SIGKILL')
  })

  it('a dialog is as high as its text', async () => {
    const pty = await openList({ rows: 40 })
    pty.write('d')
    await pty.until(/╰/)
    const lines = await pty.lines()
    const top = lines.findIndex((line) => line.includes('╭'))
    const bottom = lines.findIndex((line) => line.includes('╰'))
    expect(bottom - top).toBeLessThan(14)
    expect(bottom - top).toBeGreaterThan(2)
    pty.kill('SIGKILL')
  })

  it('LANG=C draws ASCII alone', async () => {
    const pty = await openList({ env: { LANG: 'C' } })
    pty.write('?')
    await pty.until('Search:')
    // oxlint-disable-next-line no-control-regex -- it is the question
    expect(pty.written()).toMatch(/^[\u0000-\u007f]*$/)
  })

  it('TERM=dumb is told to use the commands', async () => {
    const pty = under.open({ env: { TERM: 'dumb' } })
    expect((await pty.exited).exitCode).toBe(2)
    expect(await pty.text()).toContain('portico help topics')
  })

  it('a screen reader gets lines, no alternate screen, and the same keys', async () => {
    const pty = under.open({ env: { INK_SCREEN_READER: 'true' } })
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
