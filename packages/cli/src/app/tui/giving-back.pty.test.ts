import { describe, expect, it, vi } from 'vitest'

import { ended, listUnderTest, restored } from './testing/list-under-test.ts'
import { openPty, type Pty } from './testing/pty.ts'

const list = listUnderTest()

describe('the terminal is given back', () => {
  it.each<[string, (pty: Pty) => void, number]>([
    ['q', (pty) => pty.write('q'), 0],
    [':q', (pty) => pty.write(':q\r'), 0],
    ['Ctrl-C', (pty) => pty.write('\u0003'), 130],
    ['SIGINT', (pty) => process.kill(pty.pid, 'SIGINT'), 130],
    ['SIGTERM', (pty) => process.kill(pty.pid, 'SIGTERM'), 143],
    ['SIGHUP', (pty) => process.kill(pty.pid, 'SIGHUP'), 129],
  ])('after %s', async (_, leave, exitCode) => {
    const pty = await list.openLoaded()
    expect(await pty.isAlternate()).toBe(true)
    expect(pty.isCursorHidden()).toBe(true)
    expect(pty.isMouse()).toBe(true)
    leave(pty)
    expect(await ended(pty)).toEqual({ exitCode, ...restored })
  })

  it.each([
    ['kill -TSTP', ['SIGTSTP']],
    ['kill -STOP', ['SIGSTOP']],
  ] as const)('and taken again after %s and fg', async (_, [signal]) => {
    const { file, args } = list.under.command()
    const shell = openPty({ file: '/bin/bash', args: ['--norc', '--noprofile', '-i'], env: { PS1: 'prompt> ' } })
    await shell.until('prompt> ')
    shell.write(`sh -c 'echo pid=$$; exec "$0" "$@"' ${file} ${args[0]} '${args[1]}'\r`)
    await shell.until('alpha')
    shell.write('j')
    await shell.until('2 of 6')
    const pid = Number(/pid=(\d+)/.exec(shell.written())?.[1])
    process.kill(pid, signal)
    await vi.waitFor(() => expect(shell.written()).toMatch(/Stopped/), { timeout: 45_000 })
    // A program cannot catch STOP; the shell's prompt appears where the program left the screen.
    if (signal === 'SIGTSTP') expect([await shell.isAlternate(), shell.isMouse()]).toEqual([false, false])
    const before = shell.written().length
    shell.write('fg\r')
    await vi.waitFor(() => expect(shell.written().slice(before)).toContain('\u001b[?1049h'), { timeout: 45_000 })
    await shell.until((text) => text.includes('2 of 6') && !text.includes('Stopped'))
    shell.write('j')
    await shell.until('3 of 6')
    shell.write('\u0003')
    await shell.until((text) => text.includes('prompt> ') && !text.includes('3 of 6'))
    const modes = [await shell.isAlternate(), shell.isCursorHidden(), shell.isBracketedPaste(), shell.isMouse()]
    expect(modes).toEqual([false, false, false, false])
    shell.kill('SIGKILL')
  })

  it('after Ctrl-C with unsaved work, once it was asked', async () => {
    const pty = await list.openLoaded()
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

  it('after a crash, whose message is in the ordinary screen', async () => {
    const pty = await list.openLoaded()
    process.kill(pty.pid, 'SIGUSR2')
    expect(await ended(pty)).toEqual({ exitCode: 1, ...restored })
    expect(await pty.text()).toContain('crash on request')
  })

  it('after Ctrl-Z, and taken again by fg', async () => {
    const { file, args } = list.under.command()
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
