import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { openIdProvider } from '../../testing/portal-server.ts'
import { listUnderTest, seededNames } from './testing/list-under-test.ts'

const list = listUnderTest()
const start = { settings: { environment: '' } }

it('the first screen says what needs attention, and each line leads there', async () => {
  const main = openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })
  await list.under.renew({ names: seededNames, more: { identityProviders: [main, openIdProvider('Partners')] } })
  // So wide that no column cuts the sentence: it is below the list all the same.
  const pty = list.open({ ...start, columns: 180 })
  const text = await pty.until(/1 of \d/)
  expect(text).toMatch(/soon\s+Partners\s+No username format leads to it/)
  expect(text).toMatch(/1 of \d+ - No active person holds Security Admin/)
  expect(text).toMatch(/TEST\s+Production\s+TEST environment/)
  expect(text.indexOf('Partners')).toBeLessThan(text.indexOf('TEST environment'))
  pty.write('j')
  await pty.until(/2 of \d+ - There are no recovery codes/)
  pty.write('\r')
  await pty.until(/^(?=[^]*There are no recovery codes)[^]*› P Portal roles/)
  pty.write('[')
  await pty.until(/Overview\n/)
  pty.write('j')
  await pty.until(/3 of \d+ - No username format leads to it/)
  pty.write('\r')
  await pty.until(/Identity providers › Partners/)
  pty.write('[')
  await pty.until(/Overview\n/)
  pty.write('G\r')
  await pty.until(/Production › Service accounts[^]*alpha/)
})

it('a remembered environment is chosen, and the overview still comes first', async () => {
  const pty = list.open({ settings: { remembered: 'Production' } })
  await pty.until(/^Portico › .* › Production TEST[^]*\nOverview\n[^]*1 of \d/)
  pty.write('3')
  await pty.until(/Production › Service accounts[^]*alpha/)
})

it('a remembered environment that is gone is reported on the overview', async () => {
  const pty = list.open({ settings: { remembered: 'Gone' } })
  await pty.until(/\nOverview\n[^]*1 of \d[^]*There is no environment Gone\. Choose one\./)
})

it.each([
  ['remembered', { remembered: 'Production' }, /^Portico › .* › Production TEST[^]*\nOverview\n/],
  ['named', { environment: 'Production' }, /Production › Service accounts[^]*alpha/],
])(
  'where the session has ended, a %s environment is not called missing, and opens after a sign-in',
  async (...given) => {
    const [, environment, opened] = given
    const { at, folder } = list.under
    let hasEnded = true
    const problem = { errorID: 'UNAUTHENTICATED', errorMessage: 'We need you to sign in before viewing this.' }
    at.before = ({ path }) => (hasEnded && path.startsWith('/api/portal') ? { status: 401, body: problem } : undefined)
    const nextTokenFile = join(folder, 'next-token')
    const pty = list.open({ settings: { ...environment, nextTokenFile } })
    await pty.until('Your session has ended')
    expect(pty.written()).not.toContain('There is no environment')
    hasEnded = false
    writeFileSync(nextTokenFile, await at.token())
    pty.write('s')
    await pty.until(opened)
    expect(pty.written()).not.toContain('There is no environment')
  },
)
