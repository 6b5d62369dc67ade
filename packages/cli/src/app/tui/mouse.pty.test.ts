import { describe, expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'
import type { Pty } from './testing/pty.ts'

const list = listUnderTest()

/** A click on a text on the screen, as a terminal reports it. */
async function click(pty: Pty, text: string): Promise<void> {
  const lines = await pty.lines()
  const row = lines.findIndex((line) => line.includes(text))
  expect(row, text).not.toBe(-1)
  const column = lines[row]?.indexOf(text) ?? 0
  pty.write(`\u001b[<0;${column + 1};${row + 1}M\u001b[<0;${column + 1};${row + 1}m`)
}

const wheel = { down: '\u001b[<65;40;10M', up: '\u001b[<64;40;10M' }

describe('the mouse', () => {
  it('a click goes to a row, and a click where the cursor is opens it', async () => {
    const pty = await list.openLoaded()
    await click(pty, 'charlie')
    await pty.until('3 of 6')
    await click(pty, 'charlie')
    await pty.until(/› Name\s+charlie/)
  })

  it('a click on a column name sorts by it, and again the other way round', async () => {
    const pty = await list.openLoaded({ columns: 140 })
    await click(pty, 'NAME ▲')
    await pty.until(/NAME ▼/)
    await click(pty, 'CHANGED')
    await pty.until(/CHANGED ▲/)
    await click(pty, 'CHANGED')
    await pty.until(/CHANGED ▼/)
    // The server cannot sort by keys.
    await click(pty, 'KEYS ')
    pty.write('?')
    await pty.until('Keys')
    pty.write('\u001b')
    await pty.until((text) => text.includes('CHANGED ▼') && !text.includes('Keys\n'))
  })

  it('a click in a form goes to its row, and a click there edits it', async () => {
    const pty = await list.openLoaded()
    pty.write('\r')
    await pty.until(/› Name\s+alpha/)
    await click(pty, 'Public key 2')
    await pty.until(/› Public key 2/)
    await click(pty, 'Name')
    await pty.until(/› Name/)
    await click(pty, 'Name')
    await pty.until('Esc Stop typing')
  })

  it('the wheel moves, and a click in the sidebar goes there', async () => {
    const pty = await list.openLoaded()
    pty.write(wheel.down)
    await pty.until('4 of 6')
    pty.write(wheel.up)
    await pty.until('1 of 6')
    // A heading leads to the first entry of its area.
    await click(pty, 'Tenant')
    await pty.until(/Environments\n[^]*› 1 Environments/)
    await click(pty, 'E Expiry notices')
    await pty.until(/Expiry notices\n/)
  })

  it('a click in a dialog moves and picks there, and the screen behind it ignores the mouse', async () => {
    const pty = await list.openLoaded()
    pty.write('S')
    await pty.until('Sort service accounts by')
    await click(pty, 'Tenant')
    pty.write(wheel.down)
    await pty.until(/[2-9] of \d/)
    await click(pty, 'Name')
    await pty.until(/1 of \d/)
    await click(pty, 'Name')
    // The cursor stays on alpha, which the opposite order puts last.
    await pty.until(/NAME ▼[^]*[›>] \s*alpha[^]*6 of 6/)
  })

  it('a click answers a question', async () => {
    const pty = await list.openLoaded()
    pty.write('cHalf typed')
    await pty.until('Half typed')
    pty.write('\u0003')
    await pty.until('Discard (d)')
    await click(pty, 'Cancel (c)')
    await pty.until((text) => text.includes('Half typed') && !text.includes('Discard (d)'))
  })

  it('reports never reach a field, whole or cut', async () => {
    const pty = await list.openLoaded()
    pty.write('/al\u001b[<65;40;')
    await pty.until('/al')
    pty.write('10M\u001b[<0;40;10M\u001b[M !!pha')
    await pty.until('/alpha')
    await pty.until(/1 of 1 \(of 6\)/)
  })

  it('is left to the terminal where the setting says so, and for screen readers', async () => {
    const off = await list.openLoaded({ settings: { hasMouse: false } })
    expect(off.written()).not.toContain('\u001b[?1000h')
    expect((await list.openLoaded()).isMouse()).toBe(true)
    const spoken = list.open({ env: { INK_SCREEN_READER: 'true' } })
    await spoken.until('alpha')
    expect(spoken.written()).not.toContain('\u001b[?1000h')
  })

  it('`?` says what it does, and that Shift selects text', async () => {
    const pty = await list.openLoaded()
    pty.write('?')
    await pty.until('Keys')
    pty.write('select text')
    await pty.until(/Shift-drag\s+Select text, as without the mouse/)
  })
})
