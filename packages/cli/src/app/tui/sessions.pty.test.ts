import { expect, it } from 'vitest'

import { openIdProvider } from '../../testing/portal-server.ts'
import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()

/** The answers about the session: it ends `seconds` after the first, until it is extended. It warns 20 seconds before. */
function endsIn(seconds: number): { readonly continued: () => number } {
  let continued = 0
  const session = (leftSecs: number) => ({
    expiresOn: new Date(Date.now() + leftSecs * 1000).toISOString(),
    sessionIdleSecs: 100,
    deactivated: false,
    systemBanner: null,
  })
  let ending: ReturnType<typeof session> | undefined
  list.under.at.before = ({ path, method }) => {
    if (path !== '/api/portal/cloudsession') return undefined
    if (method === 'PUT') continued += 1
    ending ??= session(seconds)
    return { status: 200, body: continued > 0 ? session(100) : ending }
  }
  return { continued: () => continued }
}

it('before the session ends it counts down, and continuing keeps what was typed', async () => {
  const { continued } = endsIn(45)
  // A file for a new sign-in, as of a person: nothing renews the session by itself.
  const pty = await list.openLoaded({ settings: { nextTokenFile: `${list.under.folder}/next-token` } })
  pty.write('cHalf typed')
  await pty.until('Half typed')
  const secondsLeft = async () => Number(/(\d+) seconds?/.exec(await pty.until('Are you still there?'))?.[1])
  const first = await secondsLeft()
  expect(first).toBeGreaterThan(0)
  await expect.poll(secondsLeft, { timeout: 20_000 }).toBeLessThan(first)
  pty.write('c')
  await pty.until((text) => !text.includes('Are you still there?') && /Name\s+Half typed/.test(text))
  expect(continued()).toBe(1)
})

it('a screen that is drawn anew all the time asks too', async () => {
  endsIn(30)
  const pty = await list.openLoaded({ settings: { nextTokenFile: `${list.under.folder}/next-token` } })
  const redraws = setInterval(() => pty.write('\u000c'), 300)
  await pty.until('Are you still there?').finally(() => clearInterval(redraws))
})

it('one’s sessions are listed, and others are ended after a question', async () => {
  const row = (id: string, isThis: boolean) => ({
    id,
    kind: isThis ? 'cli' : 'browser',
    application: null,
    userAgent: isThis ? 'portico/0' : 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    address: '192.0.2.7',
    environment: 'Production',
    identityProvider: 'Main',
    beganAt: new Date(Date.now() - 3_600_000).toISOString(),
    lastUsedAt: new Date(Date.now() - 60_000).toISOString(),
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    isThis,
  })
  const main = openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })
  await list.under.renew({ more: { identityProviders: [main] } })
  let open = [row('this', true), row('firefox', false), row('other', false)]
  const asked: string[] = []
  list.under.at.before = ({ path, method }) => {
    if (!path.startsWith('/api/portal/sessions')) return undefined
    if (method === 'GET') return { status: 200, body: { sessions: open } }
    asked.push(`${method} ${path}`)
    const id = path.split('/')[4]
    const left = open.filter((one) => one.isThis || (id !== undefined && one.id !== id))
    const endedSessions = open.length - left.length
    open = left
    return { status: 200, body: { endedSessions } }
  }
  const cookies = await list.under.at.tenant.signIn('dana@acme.example', ['staff'])
  const pty = list.open({ settings: { environment: '', cookies } })
  await pty.until('Launcher')
  pty.write('Y')
  await pty.until(/Firefox, Linux/)
  pty.write('/firefox\r')
  await pty.until(/1 of 2/)
  pty.write('d')
  await pty.until('End this session?')
  pty.write('c')
  await pty.until((text) => !text.includes('End this session?'))
  expect(asked).toEqual([])
  pty.write('de')
  await pty.until('The session was ended.')
  expect(asked).toEqual(['DELETE /api/portal/sessions/firefox'])
  pty.write('D')
  await pty.until('1 other session is signed out at once.')
  pty.write('e')
  await pty.until('1 other session was ended.')
  expect(asked.at(-1)).toBe('DELETE /api/portal/sessions')
})
