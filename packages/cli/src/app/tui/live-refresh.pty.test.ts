import { expect, it, vi } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()
const live = { settings: { refreshMs: 100 } }

it('a list on screen follows the server, marks what changed, and keeps the cursor on its row', async () => {
  const { at } = list.under
  const pty = await list.openLoaded(live)
  pty.write('jj')
  await pty.until('3 of 6')
  await at.run(['sa', 'update', 'bravo', '--name', 'bravo the second'])
  await pty.until(/ ~ +bravo the second[^]*3 of 6 .*- 1 changed/)
  await at.run(['sa', 'create', '--name', 'aardvark', '--key1', keyPair(1).publicPem])
  await pty.until(/\+ +aardvark[^]*4 of 7 .*- 1 new/)
  expect(await pty.text()).toMatch(/› +charlie/)
})

it('automatic refreshes of the list do not extend the session, and do not report failures', async () => {
  const { at } = list.under
  const pty = await list.openLoaded(live)
  const before = at.received.length
  at.before = ({ path }) => (path.endsWith('/service-accounts') ? { status: 500, body: {} } : undefined)
  const readings = () => at.received.slice(before).filter(({ path }) => path.endsWith('/service-accounts'))
  await vi.waitFor(() => expect(readings().length).toBeGreaterThan(3), { timeout: 45_000 })
  for (const { headers } of readings()) expect(headers['x-portico-background']).toBe('1')
  expect(await pty.text()).toContain('alpha')
  expect(await pty.text()).not.toContain('Error')
})

const question = { keys: 'S', shown: 'Sort service accounts by' }
const filter = { keys: '/al', shown: /1 of 1 \(of 6\)/ }

it.each([
  ['a question is open', question],
  ['a line is typed', filter],
])('nothing is read while %s, and again afterwards', async (_, { keys, shown }) => {
  const { at } = list.under
  const pty = await list.openLoaded(live)
  pty.write(keys)
  await pty.until(shown)
  const begin = at.received.length
  const readings = () => at.received.slice(begin).filter(({ path }) => path.endsWith('/service-accounts'))
  // The clock of the session has gone on, over many times of reading.
  const clock = (text: string) => /[\d:]+ left/.exec(text)?.[0]
  for (let tick = 0; tick < 2; tick += 1) {
    const before = clock(await pty.text())
    await pty.until((text) => clock(text) !== before)
  }
  expect(readings()).toEqual([])
  pty.write('\u001b')
  await vi.waitFor(() => expect(readings().length).toBeGreaterThan(1), { timeout: 45_000 })
})
