import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// Single sign-on of an application in the built terminal UI: registered, given a secret, changed to SAML by the address of its
// metadata, and removed.

const installation = builtInstallation()
const folder = temporaryFolder()
const [enter, escape, down] = ['\r', '\u001b[27u', '\u001b[B']
let demo: ServerProcess
let shell: Shell
let metadata: Server

type SignIn = { protocol: string | null; clientId: string | null; addresses: string[]; secretMadeAt: string | null }

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
  expect((await shell.portico(['app', 'sign-in', 'remove', 'Billing', '--env', 'Staging', '-y'])).code).toBe(0)
  metadata = createServer((_, response) => response.end(serviceProvider))
  await new Promise<void>((listening) => metadata.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  metadata?.close()
  await demo?.stop()
  folder.remove()
})

const registered = () => shell.json<SignIn>(['app', 'sign-in', 'get', 'Billing', '--env', 'Staging'])

test.each([
  [80, 24],
  [120, 40],
])('in %i columns an application is registered, given secrets, changed to SAML and removed', async (columns, rows) => {
  const pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Staging'], shell.env, rows, columns)
  onTestFinished(() => pty.kill())
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await pty.shows(wanted)
  }
  await pty.shows(/Service accounts\n/)
  await type('2', 'Billing')
  // The first one is the portal itself.
  await type('i', 'Register another application.')
  await type(`/billing${enter}`, 'filter: billing')
  await type('i', /Billing › Single sign-on[^]*› Protocol +None/)

  // Addresses are checked where they are typed, and saved after their change was shown.
  await type(enter, /Search:[^]*OpenID Connect/)
  await type(`openid${enter}`, /Protocol +OpenID Connect[^]*Redirect URIs/)
  await type(`${down}${enter}http://b.example/callback${escape}`, 'Enter an https address.')
  await type(`${enter}\u0015https://b.example/callback${escape}`, /Redirect URIs +https:\/\/b\.example\/callback/)
  await type('s', /Save these changes\?[^]*\+ https:\/\/b\.example\/callback/)
  await type(enter, 'Single sign-on of the application was saved.')
  const first = await registered()
  expect(first).toMatchObject({ protocol: 'openid', addresses: ['https://b.example/callback'] })
  await type('G', /Client ID[^]*There is no client secret yet/)

  // Shown once; the next one asks what happens to it.
  await type('r', /not shown again[^]*pcs_/)
  await type('c', 'Copied: Client secret')
  const secret = pty.copied() ?? ''
  await type(escape, /Client secret +Created on/)
  expect(await pty.settled()).not.toContain(secret.slice(0, 12))
  await type('r', /The new secret is\s+shown once/)
  await type(enter, /not shown again[^]*pcs_/)
  await type('c', 'Copied: Client secret')
  expect(pty.copied()).not.toBe(secret)
  await type(escape, /The old secret is\s+accepted until/)
  expect((await registered()).clientId).toBe(first.clientId)

  await type('g', /› Protocol/)
  await type(`${enter}saml${enter}`, /Protocol +SAML 2\.0/)
  await type('m', 'Address or file')
  const { port } = metadata.address() as AddressInfo
  await type(`http://127.0.0.1:${port}/${enter}`, /Filled in, not saved yet[^]*https:\/\/sp\.example\/saml/)
  await type(escape, /Entity ID of the applic\S* +https:\/\/sp\.example\/saml/)
  await type('s', 'Save these changes?')
  await type(enter, 'Single sign-on of the application was saved.')
  expect(await registered()).toMatchObject({
    protocol: 'saml',
    addresses: ['https://sp.example/acs'],
    secretMadeAt: null,
  })
  await type('G', /Single logout URL/)
  await type(enter, 'Copied: Single logout URL')

  await type('d', /Save these changes\?[^]*None: the launcher only opens/)
  await type(enter, 'The registration of the application was removed.')
  expect((await registered()).protocol).toBeNull()
  pty.write('q')
  expect((await pty.exited).code).toBe(0)
})

const serviceProvider =
  '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example/saml"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sp.example/acs" index="0"/></md:SPSSODescriptor></md:EntityDescriptor>'
