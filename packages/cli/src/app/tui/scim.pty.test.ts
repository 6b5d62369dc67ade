import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import { openIdProvider } from '../../testing/portal-server.ts'
import { openTerminalUnderTest, type TerminalUnderTest } from './testing/terminal-under-test.ts'

let under: TerminalUnderTest

beforeAll(async () => {
  under = await openTerminalUnderTest(keyPair(1).publicPem)
})
afterAll(() => under.close())
beforeEach(() => under.renew({ more: { identityProviders: [openIdProvider('First', { primary: true })] } }))

it.each([
  [80, 24],
  [120, 40],
])('in %i columns a SCIM token is created and shown once, and what it sends is seen', async (columns, rows) => {
  const { at } = under
  const pty = under.open({ columns, rows })
  onTestFinished(() => pty.kill('SIGKILL'))
  await pty.until('Service accounts')
  pty.write(':idp\r')
  await pty.until(/Identity providers\n[^]*1 of 1/)
  pty.write('u')
  await pty.until('There are no SCIM tokens yet.')
  pty.write(':write\r')
  await pty.until('ALL ENVIRONMENTS WRITE')
  pty.write('c')
  await pty.until('Create a SCIM token')
  pty.write('Entra ID\r')
  await pty.until('365 days')
  pty.write('90 days\r')
  const once = await pty.until(/not shown again[^]*scim_/)
  const token = /scim_[0-9A-Za-z]{49}/.exec(once)?.[0] ?? ''
  expect(token).not.toBe('')
  pty.write('\u001b[27u')
  await pty.until((text) => !text.includes(token) && text.includes('Entra ID'))
  const idp = [...at.tenant.identityProviderIds.values()][0] ?? ''
  const answer = await fetch(`${at.origin}/scim/v2/${idp}/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ userName: 'bob@acme.example' }),
  })
  expect(answer.status).toBe(201)
  await new Promise((resolve) => setTimeout(resolve, 600))
  pty.write('r')
  await pty.until(/POST +\/Users +201/)
  pty.write('\r')
  await pty.until(/bob@acme\.example was created[^]*What was sent/)
  pty.write('\u001b[27ua')
  await pty.until(/1 request in 30 days[^]*█/)
  pty.write('\u001b[27uv')
  await pty.until('1 username does not belong to this identity provider')
  pty.write('\u001b[27u')
})
