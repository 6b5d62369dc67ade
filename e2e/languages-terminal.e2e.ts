import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal, type PseudoTerminal } from './support/pseudo-terminal.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// The terminal UI of the built product in the pseudo-locale: what has plain letters is data, a key or a name, or has no translation.

const folder = temporaryFolder()
const installation = builtInstallation()
let demo: ServerProcess
let shell: Shell
let pty: PseudoTerminal | undefined
let data = ''

const lists = ['env', 'app', 'sa', 'idp', 'group', 'person', 'certificate', 'sign-in', 'audit', 'tenant-role']
const others = ['portal-role', 'username-format', 'notice', 'mapping']

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  shell = openShell(installation, join(folder.path, 'home'), { env: { PORTICO_ENV: 'Production' } })
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
  const answers = [...lists, ...others].map(async (noun) => JSON.stringify(await shell.json([noun, 'list'])))
  const applications = ['app', 'mapping'].flatMap((noun) =>
    ['Development', 'Staging'].map(async (env) => JSON.stringify(await shell.json([noun, 'list', '--env', env]))),
  )
  const overview = shell.json(['overview']).then(JSON.stringify)
  data = (await Promise.all([...answers, ...applications, overview])).join('\n')
})
afterAll(async () => {
  pty?.kill()
  await demo?.stop()
  folder.remove()
})

/** Names of protocols, products, keys, formats and commands, which are the same in each language. */
const names = new Set(
  'portico Portico robot Enter Esc Tab PgUp PgDn Home Ctrl Shift Up Down Space UTC URN SAML OpenID Connect Azure Microsoft Entra Salesforce'.split(
    ' ',
  ),
)

/** Words in plain letters that are neither data nor such a name. */
function untranslated(screen: string): string[] {
  const words = screen.match(/(?<![\p{L}\p{M}])[A-Za-z]{3,}(?![\p{L}\p{M}…])/gu) ?? []
  return [...new Set(words.filter((word) => !data.includes(word) && !names.has(word)))]
}

test('in the pseudo-locale every word of a view is from the catalogue or from the tenant', async () => {
  pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Production'], {
    ...shell.env,
    PORTICO_LANGUAGE: 'en-XA',
  })
  const found: Record<string, string[]> = {}
  await pty.shows(/\[ÉñṽíŕóñḿéñŤš|\[É/)
  const views = ['0', '1', '2', '3', '4', '5', '6', 'E', '7', '9', 'P', 'C', 'M', 'U', 'A', 'B', 'W', '?']
  for (const key of views) await look(key)
  pty.write('\u001b')
  // One row of a list: its form, or its page.
  for (const key of ['3', '4', '7', '9', 'A', 'M', 'U']) {
    pty.write(key)
    await pty.settled()
    await look('\r', `${key} and Enter`)
    pty.write('\u001b')
  }
  expect(found).toEqual({})

  async function look(keys: string, name = keys): Promise<void> {
    pty?.write(keys)
    const screen = (await pty?.settled()) ?? ''
    const words = untranslated(screen)
    if (words.length > 0) found[name] = [...words, screen]
  }
})
