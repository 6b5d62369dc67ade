import { expect } from 'vitest'

import type { Installation } from './installation.ts'
import type { ProviderFace } from './provider-face.ts'
import { openPseudoTerminal } from './pseudo-terminal.ts'
import type { Shell } from './shell.ts'

const [enter, escape] = ['\r', '\u001b[27u']

/** The work in the terminal UI, only by keyboard; every step starts where the previous one ended. */
export async function providersByTerminal(installation: Installation, shell: Shell): Promise<ProviderFace> {
  const pty = openPseudoTerminal(['node', installation.portico, 'tui'], shell.env)
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await pty.shows(wanted)
  }
  const open = (name: string) => type(`:idp ${name}${enter}`, new RegExp(`› Name +${name}`))
  await pty.shows('Production')
  await type('4', /Acme Single Sign-On +OpenID Connect +primary/)
  await type(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')

  return {
    async create(name, { aggregateUrl, entityId }) {
      await type('c', 'Which kind of identity provider is it?')
      await type(`OPENSAML${enter}`, 'Add SAML 2.0')
      await type(`${name}${escape}`, new RegExp(`Name +${name}[^]*Enter Edit`))
      await type('m', 'Read in what the provider publishes')
      await type(`${aggregateUrl}${enter}`, 'The document describes 6 identity providers.')
      await type(entityId, '1 of 1')
      await type(enter, 'Filled in, not saved yet')
      await type(escape, /Signing certificate 1 +until \d{4}-\d\d-\d\d/)
      await type('s', 'Add this identity provider?')
      await type(enter, 'No Formats configured')
    },
    async setFormats(_, { domain, owner }, free) {
      await type('a', 'Several are separated by commas.')
      await type(`${domain}${enter}`, new RegExp(`@${domain} +New`))
      await type('s', `+ @${domain}`)
      await type(enter, new RegExp(`@${domain}[^]*${owner}`))
      await type('x', new RegExp(`^(?!.*@${domain})`, 's'))
      await type('a', 'Several are separated by commas.')
      await type(`${free}${enter}`, new RegExp(`@${free} +New`))
      await type('s', `+ @${free}`)
      await type(enter, 'The username formats were saved.')
    },
    async askForPersistentNames(name) {
      await open(name)
      await type('jjjjj', /› Name ID format +Unspecified/)
      await type(enter, 'Take it')
      await type('Persistent', '1 of 1')
      await type(enter, /› Name ID format +Persistent/)
      await type('s', /Save these changes\?[^]*Name ID format[^]*- Unspecified[^]*\+ Persistent/)
      await type(enter, 'The identity provider was saved as a draft.')
    },
    async lint(name, twin) {
      await open(name)
      await type('l', new RegExp(`What will go wrong[^]*“${twin}”`))
      await type(escape, 'Enter Edit')
    },
    async whereIs(username, provider) {
      await type(`:whereis ${username}${enter}`, `Identity provider: ${provider} (SAML 2.0)`)
    },
    async readCertificates(name, subject) {
      await type(`:certs${enter}`, new RegExp(`${name} +1 +valid +\\d+ +${subject}`))
    },
    async readSignIn(code, texts) {
      await type('7', new RegExp(`${code} .* Acme Partners +The assertion is`))
      await type(`:sign-in ${code}${enter}`, 'What was checked')
      for (const text of texts) await pty.shows(text)
    },
    async remove(name) {
      await open(name)
      await type('d', `Type ${name} to confirm`)
      await type(`${name}s${enter}`, `Type ${name} to continue.`)
      await type(`\u007f${enter}`, 'The identity provider was deleted.')
    },
    async leave() {
      pty.write('q')
      expect(await pty.exited).toEqual({ code: 0, signal: 0 })
    },
    async close() {
      pty.kill()
      await pty.exited
    },
  }
}
