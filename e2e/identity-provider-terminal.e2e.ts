import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { importProvider } from './support/live-provider.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

type Provider = { id: string; name: string; type: string; suffixes: string[]; config: Record<string, unknown> }

const installation = builtInstallation()
const folder = temporaryFolder()
const [enter, escape] = ['\r', '\u001b[27u']
let demo: ServerProcess
let shell: Shell
let pty: PseudoTerminal

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(code, stderr).toBe(0)
})
afterAll(async () => {
  pty?.kill()
  await demo?.stop()
  folder.remove()
})

async function type(keys: string, wanted: string | RegExp): Promise<void> {
  pty.write(keys)
  await pty.shows(wanted)
}

const providers = () => shell.json<Provider[]>(['idp', 'list'])

test('an identity provider from its metadata to its deletion, only by keyboard', async () => {
  const partners = await shell.json<Provider>(['idp', 'get', 'Acme Partners'])
  const metadataUrl = String(partners.config['metadataUrl'])
  pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
  await pty.shows('Production')
  await type('4', /Acme Single Sign-On +OpenID Connect +primary/)
  await type('c', 'read-only until you type :write')
  await type(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')

  // Read in from where the provider publishes it, looked at, saved.
  await type('c', 'Which kind of identity provider is it?')
  await type(`OPENSAML${enter}`, 'Add SAML 2.0')
  await type(`Branch office${escape}`, /Name +Branch office[^]*Enter Edit/)
  await type('m', 'Read in what the provider publishes')
  await type(`${metadataUrl}${enter}`, 'Filled in, not saved yet')
  await type(escape, /Signing certificate 1 +until \d{4}-\d\d-\d\d/)
  await type('s', 'Add this identity provider?')
  await type(enter, 'No Formats configured')

  // A domain that is taken is refused at its row, by the name of who has it.
  await type(enter, 'Several are separated by commas.')
  await type(`acme.example${enter}`, /@acme\.example +New/)
  await type('s', '+ @acme.example')
  await type(enter, /@acme\.example[^]*Acme Single Sign-On/)
  await type('x', /^(?!.*@acme\.example)/s)
  await type('a', 'Several are separated by commas.')
  await type(`branch.example${enter}`, /@branch\.example +New/)
  await type('s', '+ @branch.example')
  await type(enter, 'The username formats were saved.')
  const made = (await providers()).find(({ name }) => name === 'Branch office')
  expect(made).toMatchObject({ type: 'OPENSAML', suffixes: ['branch.example'] })
  expect(made?.config['entityId']).toBe(partners.config['entityId'])

  // In effect, as after a test login and Keep Changes.
  const { name, type: kind, config } = made ?? partners
  await importProvider(demo, { name, type: kind, config, emailSuffixes: ['branch.example'] })
  // Which provider a name leads to, and the attempt of a person who was sent there.
  await type(`:whereis eve@branch.example${enter}`, 'Identity provider: Branch office (SAML 2.0)')
  const attempt = await fetch(`${demo.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: demo.url },
    body: JSON.stringify({ username: 'eve@branch.example' }),
  })
  expect(attempt.status).toBe(200)
  await type('7', /[A-Z0-9]{4}-[A-Z0-9]{4} .*eve@branch\.example +Branch office +Not answered/)
  await type(enter, 'The provider has not answered yet.')
  await pty.shows(/Passed +\S/)

  // Found by its name, checked, and gone by its name.
  await type(`:idp branch office${enter}`, /› Name +Branch office/)
  await type('l', 'What will go wrong')
  await type(escape, 'Enter Edit')
  await type('d', 'Type Branch office to confirm')
  await type(`Branch office${enter}`, 'The identity provider was deleted.')
  expect((await providers()).map(({ name }) => name)).not.toContain('Branch office')
  pty.write('q')
  expect(await pty.exited).toEqual({ code: 0, signal: 0 })
})
