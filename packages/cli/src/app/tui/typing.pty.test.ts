import { describe, expect, it, vi } from 'vitest'

import { keyFingerprint } from '../../kit/keys/key-fingerprint.ts'
import { keyPair } from '../../testing/keys.ts'
import { body, listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()

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
      /1 of 2\s/,
    ],
    [
      'adding an application',
      ['c', 'n', '\t', '\t', '\t', '\r', 'a', 'r', 'c', '\r', 'a', '\r', '\r'],
      /Roles in Portal/,
    ],
    ['marks', [' ', down, ' ', 'v', up], '3 marked'],
    ['the key list', ['?', 'c', 'r', 'e', 'a', 't', 'e', '\r', 'x'], /New[^]*Name\s+x/],
    ['history', ['1', '3', '[', ']', '-', '-', '\r'], /› Name\s+alpha/],
  ])('%s', async (_, keys, wanted) => {
    const [slow, burst] = await Promise.all([list.openLoaded(), list.openLoaded()])
    for (const key of keys) {
      slow.write(key)
      // After an Esc, longer than the Esc timeout; otherwise long enough for a separate read.
      await new Promise((resolve) => setTimeout(resolve, key === '\u001b' ? 80 : 20))
    }
    burst.write(keys.join(''))
    await slow.until(wanted)
    // Either may still be drawing its last key.
    const same = async () => expect(body(await burst.text())).toBe(body(await slow.text()))
    await vi.waitFor(same, { timeout: 45_000, interval: 20 })
  })

  it('300 keys in one write move 300 rows', async () => {
    await list.under.renew({ names: Array.from({ length: 400 }, (__, at) => `alpha ${String(at).padStart(3, '0')}`) })
    const pty = await list.openLoaded()
    pty.write('j'.repeat(300) + '\r')
    await pty.until(/› Name\s+alpha 300/)
  })
})

describe('pastes and slow lines', () => {
  it('a key pasted with its newlines is one value', async () => {
    const pty = await list.openLoaded()
    pty.write('cRobot\t')
    await pty.until('of 2048 characters')
    const { publicPem } = keyPair(2)
    pty.write(`\u001b[200~${publicPem.replaceAll('\n', '\r')}\u001b[201~\t`)
    await pty.until(new RegExp(`Public key 1\\s+RSA, SHA-256 ${keyFingerprint(publicPem)?.slice(0, 12)}`))
  })

  it('a paste into a list does nothing', async () => {
    const pty = await list.openLoaded()
    pty.write('\u001b[200~jjd:quit\r\u001b[201~')
    pty.write('j')
    await pty.until('2 of 6')
  })

  it('Enter after a filter waits for what the portal finds, and opens that', async () => {
    let release: () => void = () => undefined
    const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)))
    list.under.at.before = ({ query }) => ((query.get('search') ?? '') === '' ? undefined : released)
    const pty = await list.openLoaded()
    pty.write('/bra\r')
    await pty.until(/filter: bra/)
    pty.write('\r')
    // The program has drawn again since it read the key.
    pty.resize(90, 30)
    await pty.until(() => pty.written().split('\u001b[2J').length > 2)
    release()
    await pty.until(/› Name\s+bravo/)
  })

  it('an arrow whose sequence comes in two parts is not an Esc', async () => {
    const pty = await list.openLoaded()
    pty.write('\u001b')
    pty.write('[B')
    await pty.until('2 of 6')
  })
})

it('Alt and a letter is neither Esc nor the letter, and moves by words in a field', async () => {
  const pty = await list.openLoaded()
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
