import { createWords } from '@portico/core'
import { allTranslated } from '@portico/core/translations'
import { expect, it } from 'vitest'

import { widthOf } from '../../kit/output/width.ts'
import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()

it('the pseudo-locale marks the line below a list, the name of its column, and what a key answers', async () => {
  const pty = list.open({ settings: { language: 'en-XA' }, columns: 120 })
  const text = await pty.until(/\[1 óƒ 6·*\]/)
  expect(text).toMatch(/^ +\d? *.* +\[ÑÁ.É·+\]/m)
  pty.write('/alp')
  await pty.until(/\[ƒíĺťéŕ: alp·+\]/)
  pty.write('\ry')
  await pty.until(/\[Çóƥíéđ: portico service-account list/)
  pty.write(':environ')
  await pty.until(/:environment \[filter\] +\[Šĥóŵ /)
})

it.each(['de', 'ar'] as const)(
  'in %s a list fits its window of 80 columns, and its lines are translated',
  async (language) => {
    const words = createWords(language, await allTranslated(language))
    const pty = list.open({ settings: { language }, columns: 80, rows: 24 })
    const text = await pty.until(words.say('tui.place', { at: 1, count: 6 }))
    const lines = text.split('\n')
    expect(lines).toHaveLength(24)
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(80)
    // The sidebar, the rows and the cursor keep their columns.
    const rows = lines.filter((line) => /alpha|bravo|charlie/.test(line))
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map((row) => widthOf(row.slice(0, row.search(/alpha|bravo|charlie/)))))).toEqual(new Set([28]))
    pty.write('?')
    // The frame of the dialog is closed at the right.
    const isClosed = (text: string) => {
      const framed = text.split('\n').filter((line) => line.includes('│'))
      return framed.length > 5 && new Set(framed.map((line) => widthOf(line))).size === 1
    }
    const keys = await pty.until((screen) => screen.includes('│ › Enter e ') && isClosed(screen))
    for (const line of keys.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(80)
  },
)
