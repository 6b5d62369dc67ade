import { expect, it } from 'vitest'

import { openIdProvider } from '../testing/portal-server.ts'
import { listUnderTest, seededNames } from './testing/list-under-test.ts'

const list = listUnderTest()
const start = { settings: { environment: '' } }

it('the first screen says what needs attention, and each line leads there', async () => {
  const main = openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })
  await list.under.renew({ names: seededNames, more: { identityProviders: [main, openIdProvider('Partners')] } })
  const pty = list.open(start)
  const text = await pty.until(/1 of \d/)
  expect(text).toMatch(/soon\s+Partners\s+No username format leads to it/)
  expect(text).toMatch(/TEST\s+Production\s+TEST environment/)
  expect(text.indexOf('Partners')).toBeLessThan(text.indexOf('TEST environment'))
  pty.write('\r')
  await pty.until(/Identity providers › Partners/)
  pty.write('[')
  await pty.until(/Overview\n/)
  pty.write('G\r')
  await pty.until(/Production › Service accounts[^]*alpha/)
})
