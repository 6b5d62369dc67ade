import { expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()

it('the audit log shows the values before and after, searches at the server, and the history of one object', async () => {
  const { at } = list.under
  const changed = await at.run(['service-account', 'update', 'alpha', '--name', 'alphabet'])
  expect(changed.code, changed.stderr).toBe(0)
  const pty = await list.openLoaded()
  pty.write('A')
  await pty.until(/Service account changed/)
  pty.write('s')
  await pty.until('Search by who did it or what was changed')
  pty.write('alphabet\r')
  await pty.until(/Audit log › alphabet[^]*1 of 1/)
  pty.write('\r')
  await pty.until(/Service account changed: alphabet[^]*- Name: alpha[^]*\+ Name: alphabet/)
  pty.write('q')
  await pty.until((text) => !text.includes('+ Name:'))
  pty.write('3')
  await pty.until('bravo')
  pty.write('/alphabet\rH')
  const text = await pty.until(/Audit log › alphabet[^]*Service account changed/)
  expect(text).not.toContain('bravo')
  const asked = at.received.findLast(({ path }) => path === '/api/portal/admin/audit')
  expect([asked?.query.get('targetKind'), asked?.query.get('search')]).toEqual(['service-account', null])
})
