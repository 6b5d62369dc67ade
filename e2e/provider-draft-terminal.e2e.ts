import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { personByHttp } from './support/person-by-http.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const [enter, escape, clear] = ['\r', '\u001b[27u', '\u0015']
const login = 'Acme Single Sign-On'
let demo: ServerProcess
let shell: Shell
let ada: Person
let pty: PseudoTerminal

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(code, stderr).toBe(0)
  const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (found === undefined) throw new Error('The demo has no person ada.')
  ada = found
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})
beforeEach(async () => {
  // No BROWSER and no display: the address is printed, as over SSH.
  pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
  await pty.shows('Production')
  await type('4', /Acme Single Sign-On +OpenID Connect +primary/)
  await type(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')
  await type(`:idp ${login}${enter}`, /› Name +Acme Single Sign-On/)
})
afterEach(() => pty?.kill())

async function type(keys: string, wanted: string | RegExp): Promise<void> {
  pty.write(keys)
  await pty.shows(wanted)
}

/** What a sign-in of ada's asks the provider for now. */
async function scopeOfSignIn(): Promise<string | null> {
  const response = await fetch(`${demo.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: demo.url },
    body: JSON.stringify({ username: ada.username }),
  })
  const { redirectUrl } = (await response.json()) as { redirectUrl: string }
  return new URL(redirectUrl).searchParams.get('scope')
}

/** Starts a test login on the page, and signs in at the address that it shows and copies. */
async function testLogin(): Promise<void> {
  await type('t', `${demo.url}/api/login/idps/`)
  await pty.shows(/c Copy its address/)
  pty.write('c')
  const address = await until('the address is copied', () => pty.copied())
  expect(address).toMatch(new RegExp(`^${demo.url}/api/login/idps/[^/]+/test\\?token=`))
  await personByHttp().signIn(address, ada)
}

const draftOf = async () => (await shell.json<{ draft: string | null }>(['idp', 'get', login])).draft

test('a change is a draft until its test login passed, the box was ticked and it was kept, only by keyboard', async () => {
  const before = await scopeOfSignIn()
  await type(`/Scope${enter}`, /› Scope/)
  await type(`${enter}${clear}openid email profile${escape}`, /› Scope +openid email profile/)
  await type('s', /Save these changes\?[^]*\+ openid email profile/)
  await type(enter, 'The identity provider was saved as a draft.')
  expect([await draftOf(), await scopeOfSignIn()]).toEqual(['changed', before])

  await type('T', /Sign-ins do not use these changes yet\.[^]*What differs from today[^]*\+ openid email profile/)
  await type('s', 'Run a test login first: these changes have not been tested.')
  await testLogin()
  await pty.shows(
    /The test login passed\.[^]*\[ \] I have signed in with a test login[^]*Username: ada@acme\.example[^]*Role in the portal:[^]*Security Admin/,
  )
  await type('G', /Passed +Username[^]*Sent by the provider[^]*preferred_username: ada@acme\.example/)
  await type('gs', 'Confirm that the test login showed what you expect.')
  expect([await draftOf(), await scopeOfSignIn()]).toEqual(['tested', before])
  await type(' ', '[x] I have signed in with a test login')
  await type('s', 'The changes are in effect.')
  await pty.shows('The saved configuration is in effect.')
  expect([await draftOf(), await scopeOfSignIn()]).toEqual([null, 'openid email profile'])
  pty.write('q')
  expect(await pty.exited).toEqual({ code: 0, signal: 0 })
})

test('a broken change fails its test by a named check, cannot be kept, and is reverted while sign-ins go on', async () => {
  const before = await scopeOfSignIn()
  await type(`/Client secret${enter}`, /› Client secret/)
  await type(`${enter}a secret that the provider does not know${escape}`, /Client secret +\*+/)
  await type('s', '+ a new secret')
  await type(enter, 'The identity provider was saved as a draft.')
  await type('T', 'What differs from today')
  await testLogin()
  await pty.shows(/The test login failed\.[^]*Failed +Exchange of the code/)
  await type(' ', '[ ] I have signed in with a test login')
  await type('s', 'Run a test login first')
  expect([await draftOf(), await scopeOfSignIn()]).toEqual(['changed', before])
  await type('z', `Revert the changes of ${login}?`)
  await type('y', 'The changes were discarded.')
  await pty.shows('The saved configuration is in effect.')
  expect(await draftOf()).toBeNull()
})
