import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { signInByCode } from './editors/in-the-terminal.ts'
import { launchBrowser } from './support/browser.ts'
import { guideBlocks } from './support/guide-blocks.ts'
import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { openShell, type Shell } from './support/shell.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

// The commands of docs/guides/api-tokens.md and docs/guides/applications.md, one by one and word for word, and the life of a
// registration by portico-server. Their part about the demo is in e2e/examples.e2e.ts.

const installation = builtInstallation()
const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess
let ada: Shell

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  const path = `${dirname(installation.portico)}:${process.env['PATH'] ?? ''}`
  ada = openShell(installation, join(folder.path, 'home'), { env: { PATH: path } })
  const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (person === undefined) throw new Error('The demo has no Ada.')
  const visitor = await openVisitor(browser)
  await signIn(visitor.page, demo.url, person)
  await openEnvironment(visitor.page, 'Production')
  await signInByCode({ installation, shell: ada, url: demo.url }, visitor.page)
  await visitor.close()
  expect((await ada.portico(['env', 'use', 'Production'])).code).toBe(0)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

/** The indented lines of a guide that begin with this text. */
function linesOf(guide: string, beginning: string): string[] {
  const text = readFileSync(join(installation.root, 'docs', 'guides', guide), 'utf8')
  return text.split('\n').flatMap((line) => (line.startsWith(`    ${beginning}`) ? [line.trim()] : []))
}

/** A command as a person types it in a shell. */
const typed = (command: string, cwd = ada.home) => runProcess(['bash', '-c', command], { cwd, env: ada.env })

const operator = (...args: string[]) =>
  runProcess(['node', installation.server, 'app', ...args, '--data', demo.dataDir], { cwd: folder.path })

describe('docs/guides/api-tokens.md', () => {
  test('a token is created, read by an application, found by its beginning and revoked', async () => {
    const [create = '', search = '', revokeById = ''] = linesOf('api-tokens.md', 'portico api-token')
    const made = await typed(create)
    expect(made.code, made.stderr).toBe(0)
    const file = join(ada.home, 'token')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const token = readFileSync(file, 'utf8').trim()
    expect(token).toMatch(/^pat_[0-9A-Za-z]{49}$/)

    const found = await typed(`${search.replace('pat_7Qz1', token.slice(0, 8))} --json`)
    expect(found.code, found.stderr).toBe(0)
    const [{ id, name, state }] = JSON.parse(found.stdout) as [{ id: string; name: string; state: string }]
    expect([name, state]).toEqual(['nightly', 'active'])

    // In the text of the page, so that it asks for the name.
    const page = readFileSync(join(installation.root, 'docs', 'guides', 'api-tokens.md'), 'utf8')
    const [, revoke = ''] = /`(portico api-token revoke nightly)`/.exec(page) ?? []
    const pty = openPseudoTerminal(['bash', '-c', revoke], ada.env)
    onTestFinished(() => pty.kill())
    await pty.shows('Type nightly to revoke the API token for good:')
    pty.write('nightly\r')
    expect((await pty.exited).code).toBe(0)
    const again = await typed(`${revokeById.replace('ID', id)} --confirm ${id}`)
    expect([again.code, again.stderr]).toEqual([6, expect.stringContaining(id)])

    const next = await typed(create)
    expect(next.code, next.stderr).toBe(0)
    const listed = await ada.json<{ id: string; state: string }[]>(['api-token', 'list', '--all', '--state', 'active'])
    const byId = await typed(`${revokeById.replace('ID', listed[0]?.id ?? '')} --confirm nightly`)
    expect(byId.code, byId.stderr).toBe(0)
    expect(await ada.json(['api-token', 'list', '--state', 'active'])).toEqual([])
  })
})

describe('docs/guides/applications.md', () => {
  test('registers as it says, and an API token is introspected by the client that was registered', async () => {
    const [register = ''] = guideBlocks(installation, 'applications.md', 'Registering an application', 'sh')
    const done = await typed(`${register.trim()} --data ${demo.dataDir}`, installation.root)
    expect(done.code, done.stderr).toBe(0)
    const shown = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(done.stdout)?.[1] ?? ''
    expect([shown('client secret'), shown('issuer')]).toEqual([expect.stringMatching(/^pcs_/), demo.url])
    expect(shown('redirect URI')).toBe('https://wiki.example.com/callback')

    const create = linesOf('api-tokens.md', 'portico api-token create')[0] ?? ''
    const forWiki = create
      .replace('Billing', "'Company Wiki'")
      .replace('--role Viewer ', '')
      .replace(' --out-file token', '')
    const made = await typed(forWiki)
    expect(made.code, made.stderr).toBe(0)
    const [introspect = ''] = guideBlocks(installation, 'applications.md', 'Introspection and API tokens', 'sh')
    const values: Record<string, string> = {
      'https://portal.example.com': demo.url,
      '01a1fe2d-…': shown('client id'),
      'pcs_…': shown('client secret'),
      'pat_…': made.stdout.trim(),
    }
    const command = Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), introspect)
    const answer = await typed(command, installation.root)
    expect(answer.code, answer.stderr).toBe(0)
    expect(JSON.parse(answer.stdout)).toMatchObject({ active: true, aud: 'urn:portico:acme:application:wiki' })
  })

  test('registers a SAML application from its metadata and names the address of ours', async () => {
    const [register = ''] = guideBlocks(installation, 'applications.md', 'SAML applications', 'sh')
    writeFileSync(join(folder.path, 'archive.xml'), metadata('https://archive.example/saml'))
    const command = register.trim().replace('bin/portico-server', installation.server)
    const done = await typed(`${command} --data ${demo.dataDir}`, folder.path)
    expect(done.code, done.stderr).toBe(0)
    const [address = ''] = /http\S+\/api\/saml\/[\w-]+\/metadata/.exec(done.stdout) ?? []
    expect(await (await fetch(address)).text()).toContain('IDPSSODescriptor')
  })

  test('gets a token for a service account with the command of its last section', async () => {
    const [get = ''] = guideBlocks(installation, 'applications.md', 'Getting a token with a service account', 'sh')
    const { serviceAccountId, keyFile } = readAutomation(demo.dataDir)
    const command = get
      .replace('https://portal.example.com', demo.url)
      .replace('01a1fe2d-…', serviceAccountId)
      .replace('nightly.pem', keyFile)
      .replace('urn:portico:acme:application:billing', 'urn:portico:acme:application:portal')
    const { code, stdout, stderr } = await typed(command, installation.root)
    expect([code, stderr]).toEqual([0, expect.anything()])
    expect(stdout.trim().split('.')).toHaveLength(3)
  })
})

describe('the demo for a newcomer in a shell', () => {
  test('an application is found, its address is printed, and it knows who arrives', async () => {
    const applications = await ada.json<{ label: string }[]>(['app', 'list'])
    expect(applications.map(({ label }) => label)).toContain('Billing')
    const printed = await ada.portico(['launch', 'Billing', '--print'])
    expect([printed.code, printed.stdout]).toEqual([0, expect.stringMatching(/^http\S+\n$/)])
    const visitor = await openVisitor(browser)
    onTestFinished(() => visitor.close())
    const { page } = visitor
    const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
    if (person === undefined) throw new Error('The demo has no Ada.')
    await signIn(page, demo.url, person)
    await openEnvironment(page, 'Production')
    await page.goto(printed.stdout.trim())
    await page.getByText('Ada Okafor').first().waitFor()
  })
})

describe('portico-server app', () => {
  const place = ['acme', 'payroll', '--env', 'staging']
  const listed = async () =>
    (await operator('list', 'acme')).stdout.split('\n').filter((line) => line.startsWith('staging\tpayroll\t'))

  test('registers, shows, changes, replaces the secret and removes; a second run changes nothing', async () => {
    expect((await operator('remove', ...place)).code).toBe(0)
    expect(await listed()).toEqual([])
    const openid = [...place, '--redirect-uri', 'https://payroll.example/callback']
    const first = await operator('register', ...openid)
    expect(first.code, first.stderr).toBe(0)
    const clientId = /client id +(\S+)/.exec(first.stdout)?.[1] ?? ''
    const secret = /client secret +(pcs_\S+)/.exec(first.stdout)?.[1] ?? ''
    expect(secret).not.toBe('')
    expect(await listed()).toEqual([expect.stringContaining(`\topenid\t${clientId}\t`)])

    const second = await operator('register', ...openid)
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining(clientId)])
    expect(second.stdout).not.toContain('pcs_')
    const changed = await operator('register', ...openid, '--redirect-uri', 'https://payroll.example/other')
    expect([changed.code, changed.stdout]).toEqual([0, expect.stringContaining('https://payroll.example/other')])
    const replaced = await operator('secret', ...place)
    expect([replaced.code, replaced.stdout]).toEqual([0, expect.stringContaining('pcs_')])
    expect(replaced.stdout).not.toContain(secret)
    const shown = await operator('show', ...place)
    expect(shown.stdout).toContain(clientId)
    expect(shown.stdout).not.toContain('pcs_')

    // The other protocol replaces it: the secret becomes invalid.
    const file = join(folder.path, 'payroll.xml')
    writeFileSync(file, metadata('https://payroll.example/saml'))
    const saml = await operator('register', ...place, '--saml-metadata', file)
    expect([saml.code, saml.stdout]).toEqual([0, expect.stringContaining('https://payroll.example/saml')])
    expect(await listed()).toEqual([expect.stringContaining('\tsaml\t')])
    expect((await operator('secret', ...place)).code).toBe(1)

    expect((await operator('remove', ...place)).code).toBe(0)
    expect(await listed()).toEqual([])
    expect((await operator('remove', ...place)).code).toBe(1)
  })

  test.each<[string, readonly string[], number, string]>([
    ['an address without TLS', [...place, '--redirect-uri', 'http://payroll.example/'], 64, 'Enter an https address.'],
    [
      'an unknown application',
      ['acme', 'nothing', '--env', 'staging', '--redirect-uri', 'https://x.example/'],
      1,
      '--create',
    ],
    ['an unknown environment', ['acme', 'payroll', '--env', 'moon', '--redirect-uri', 'https://x.example/'], 1, 'moon'],
    ['an unknown tenant', ['moon', 'payroll', '--env', 'staging', '--redirect-uri', 'https://x.example/'], 1, 'moon'],
    ['metadata that is not there', [...place, '--saml-metadata', 'missing.xml'], 1, 'missing.xml'],
  ])('refuses %s with a sentence, and registers nothing', async (_, args, exitCode, sentence) => {
    const { code, stdout, stderr } = await operator('register', ...args)
    expect([code, stdout, stderr]).toEqual([exitCode, '', expect.stringContaining(sentence)])
    expect(stderr).not.toContain('    at ')
    expect(await listed()).toEqual([])
  })
})

function metadata(entityId: string): string {
  const location = new URL('/acs', entityId).href
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${location}" index="0"/></md:SPSSODescriptor></md:EntityDescriptor>`
}
