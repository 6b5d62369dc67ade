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
  const asked = () => at.received.findLast(({ path }) => path === '/api/portal/admin/audit')?.query
  await expect.poll(() => asked()?.get('targetKind')).toBe('service-account')
  expect(asked()?.get('search')).toBe(null)
})

it('a change is taken back after a preview, and a refusal says why', async () => {
  const { at } = list.under
  for (const [from, to] of [
    ['bravo', 'bravado'],
    ['bravado', 'bravura'],
  ] as const)
    expect((await at.run(['service-account', 'update', from, '--name', to])).code).toBe(0)
  const pty = await list.openLoaded()
  pty.write('3')
  await pty.until('bravura')
  pty.write('/bravura\rH')
  await pty.until(/Audit log › bravura[^]*Service account changed/)
  pty.write('t')
  await pty.until('read-only until you type :write')
  pty.write(':write\r')
  await pty.until('ALL ENVIRONMENTS WRITE')
  pty.write('jt')
  await pty.until(/cannot be taken back\.[^]*A later change set this again/)
  pty.write('qkt')
  await pty.until(/This will set:[^]*- Name: bravura[^]*\+ Name: bravado/)
  pty.write('t')
  await pty.until('The change was taken back.')
  expect((await at.run(['service-account', 'get', 'bravado'])).code).toBe(0)
})
