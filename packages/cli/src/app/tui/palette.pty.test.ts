import { expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()
const [down, up] = ['\u001b[B', '\u001b[A']
const opened = /› Name\s+charlie/

it('an account is found below the commands, and the arrow keys and Enter open it', async () => {
  const pty = await list.openLoaded()
  pty.write(':cha')
  await pty.until(/Service accounts[^]*charlie +Production/)
  pty.write(down)
  await pty.until('› charlie')
  pty.write('\r')
  await pty.until(opened)
})

it('a text that no command begins with opens the object, typed faster than the server answers', async () => {
  const pty = await list.openLoaded()
  pty.write(':charl\r')
  await pty.until(opened)
})

it('a noun in front of the text is not searched', async () => {
  const pty = await list.openLoaded()
  pty.write(':sa cha')
  await pty.until(/Service accounts[^]*charlie +Production/)
})

it('up goes back from what is found to the command', async () => {
  const pty = await list.openLoaded()
  pty.write(`:se${down}`)
  await pty.until('Enter Open')
  pty.write(up)
  await pty.until('Enter Run')
})

it('a text that is neither a command nor an object is reported', async () => {
  const pty = await list.openLoaded()
  pty.write(':zzzzzz\r')
  await pty.until('Nothing matches “zzzzzz”.')
})

it('an action asks for its object, and Escape goes back to the commands', async () => {
  const pty = await list.openLoaded()
  pty.write(':switch')
  await pty.until('Switch environment …')
  pty.write('\r')
  await pty.until(/Switch to which environment\?[^]*› Operations +TEST/)
  pty.write(`prod`)
  await pty.until((text) => text.includes('› Production') && !text.includes('› Operations'))
  pty.write('\u001b')
  await pty.until((text) => text.includes(':service-account [') && !text.includes('Switch to which'))
})

it('a deletion asks for the account, then for its name', async () => {
  const pty = await list.openLoaded()
  pty.write(':delete service\r')
  await pty.until('Delete which service account?')
  pty.write('bravo\r')
  await pty.until(/Delete bravo\?[^]*Name:/)
  pty.write('bravo\r')
  await pty.until((text) => text.includes('1 of 5') && !text.includes('bravo │'))
})

it('what was chosen last comes first', async () => {
  const pty = await list.openLoaded()
  pty.write(':charl\r')
  await pty.until(opened)
  pty.write(':')
  await pty.until(/Recent[^]* charlie/)
  pty.write(`${up}${down}`)
  await pty.until('› charlie')
})

it('with more found than lines the entry that Enter opens stays on the screen, with the text and its keys', async () => {
  const pty = await list.openLoaded({ columns: 80, rows: 12 })
  pty.write(`:e${down}`)
  const chosen = (text: string) => text.split('\n').find((line) => line.includes('› ') && !line.includes('WRITE'))
  let text = await pty.until((now) => chosen(now) !== undefined)
  while (!/› \w+ +Production/.test(text)) {
    const before = chosen(text)
    pty.write(down)
    text = await pty.until((now) => chosen(now) !== undefined && chosen(now) !== before)
  }
  expect(text.split('\n').at(-2)).toMatch(/^:e .*Enter Open.*Esc Cancel$/)
})
