import { expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()
const esc = '\u001b[27u'

it.each([
  [80, 24],
  [120, 40],
])(
  'in %i columns the branding is set after its changes were shown, and reset after a question',
  async (columns, rows) => {
    const { at } = list.under
    const pty = await list.openLoaded({ columns, rows })
    pty.write(':branding\r')
    await pty.until(/Primary colour +not set/)
    pty.write('\r')
    await pty.until(/read-only until\s+you\s+type/)
    pty.write(':write\r')
    await pty.until('ALL ENVIRONMENTS WRITE')
    pty.write('\rAcme Works\r#ffd400')
    await pty.until(/#ffd400 has a contrast of/)
    pty.write(`${esc}s`)
    await pty.until(/Save these changes\?[^]*\+ Acme Works[^]*\+ #ffd400/)
    pty.write('\r')
    await pty.until('The branding was saved.')
    const stored = async () => JSON.parse((await at.run(['branding', 'show', '--json'])).stdout) as object
    expect(await stored()).toMatchObject({ name: 'Acme Works', primaryColor: '#ffd400' })
    pty.write('?')
    await pty.until(/Keys[^]*Reset branding/)
    pty.write(`${esc}G`)
    await pty.until(/› Your sign-in address/)
    pty.write('d')
    await pty.until('Remove your name, logo, colours and privacy link?')
    pty.write('r')
    await pty.until('The branding was removed.')
    expect(await stored()).toMatchObject({ name: null, primaryColor: null })
  },
)
