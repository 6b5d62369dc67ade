import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { clientId, clientSecret, companies, domainOf, personAt, providerOf, type Company } from './support/companies.ts'
import { openHttpVisitor } from './support/http-visitor.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { openShell, type Shell } from './support/shell.ts'
import { startSimulator, type Simulator } from './support/simulator.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { registerAt } from './support/through-wizard.ts'
import { startWaiting } from './support/waiting-command.ts'

type Setup = { type: string | null; step: number; suffixes: string[]; testedBy: string | null; groups: string[] }

const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
const installation = builtInstallation()
const used = companies.filter(({ type }) => type === 'OIDC' || type === 'ADFS_SAML')
const second = companies.find(({ type }) => type === 'OPENSAML') ?? used[0]!
let server: ServerProcess
let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator(installation, { folder: folder.path, providers: [...used, second].map(providerOf) })
  server = await startServer(installation, { dataDir, args: ['start', '--port', '0'], env: simulator.env })
})
afterAll(async () => {
  await server?.stop()
  await simulator?.stop()
  folder.remove()
})

const operator = (...args: string[]) => runProcess(['node', installation.server, ...args, '--data', dataDir])

async function setupUrl(tenant: string): Promise<string> {
  await operator('tenant', 'create', tenant)
  return (await operator('setup-url', 'create', tenant)).stdout.trim()
}

function shellOf(name: string): Shell {
  return openShell(installation, join(folder.path, name))
}

/** Signs in at the address that a test login printed, without a browser. */
async function signInAt(address: string, company: Company): Promise<string> {
  const visitor = openHttpVisitor()
  let page = await visitor.submit(await visitor.open(address), personAt(company))
  // SAML answers come as a form that a script would post.
  for (let forms = 0; forms < 3 && /name="SAMLResponse"/.test(page.html); forms++) page = await visitor.submit(page)
  return page.url
}

describe('the first-time setup only from a terminal', () => {
  test.each(used)('$type, from a setup URL to a sign-in address', async (company) => {
    const shell = shellOf(company.id)
    const url = await setupUrl(company.id)
    const setup = (...args: string[]) => shell.json<Setup>(['setup', ...args])
    const opened = await shell.portico(['setup', 'open', '-', '--json'], { input: `${url}\n` })
    expect(opened.code, opened.stderr).toBe(0)
    expect(JSON.parse(opened.stdout)).toMatchObject({ step: 1, type: null })
    const early = await shell.portico(['setup', 'configure'])
    expect([early.code, early.stderr]).toEqual([7, expect.stringContaining('portico setup choose')])
    expect(await setup('choose', '--type', company.type)).toMatchObject({ step: 2, type: company.type })

    const ours = await shell.json<{ label: string; value: string }[]>(['setup', 'metadata'])
    const value = (label: string) => ours.find((one) => one.label === label)?.value ?? ''
    await registerAt(simulator, company, (label) => Promise.resolve(value(label)))
    writeFileSync(join(shell.home, 'secret.txt'), clientSecret)
    const own = company.kind === 'saml' ? [] : ['--set', `clientId=${clientId}`, '--client-secret', '@secret.txt']
    const from = ['configure', '--from-url', `${simulator.url}${company.published ?? ''}`, ...own]
    const dry = await shell.portico(['setup', ...from, '--dry-run'])
    expect([dry.code, dry.stderr, dry.stdout.includes(clientSecret)]).toEqual([0, expect.any(String), false])
    expect((await setup('show')).step).toBe(2)
    expect(await setup(...from)).toMatchObject({ step: 3 })
    const other = await shell.portico(['setup', 'choose', '--type', 'AAD2'])
    expect([other.code, other.stderr]).toEqual([7, expect.stringContaining('--discard')])
    expect((await setup('format', '--email', domainOf(company))).suffixes).toEqual([domainOf(company)])

    const untested = await shell.portico(['setup', 'complete', '--group', 'portal-admins'])
    expect([untested.code, untested.stderr]).toEqual([7, expect.stringContaining('Pass a test login first')])
    const testing = startWaiting(installation, shell, ['setup', 'test', '--no-browser', '--json'])
    onTestFinished(() => testing.kill())
    await signInAt(await testing.said(/^(http\S+)$/m), company)
    const tested = await testing.finished
    expect(tested.code, tested.stderr).toBe(0)
    expect(JSON.parse(tested.stdout)).toMatchObject({ state: 'passed' })
    expect(await setup('show')).toMatchObject({
      testedBy: personAt(company).username,
      groups: expect.arrayContaining(['portal-admins', 'staff']) as string[],
    })
    const wrong = await shell.portico(['setup', 'complete', '--group', 'other'])
    expect([wrong.code, wrong.stderr]).toEqual([6, expect.stringContaining('portal-admins')])
    const done = await shell.json<{ signInUrl: string }>(['setup', 'complete', '--group', 'portal-admins'])

    // The address leads a person in, and the session of the setup is gone from both sides.
    expect(new URL(await signInAt(done.signInUrl, company)).pathname).toMatch(/^\/portal/)
    expect((await shell.portico(['setup', 'show'])).code).toBe(4)
    const again = await shell.portico(['setup', 'open', url])
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('This setup URL does not work')])
    expect((await operator('setup-url', 'status', company.id)).stdout).toContain('completed')
  })

  test('replaces the primary provider of a company that is set up already only with --replace', async () => {
    const shell = shellOf('replacing')
    const file = join(folder.path, 'replacing.yaml')
    writeFileSync(
      file,
      `tenant: { slug: replacing, name: Replacing }
environments: [{ slug: production, name: Production, type: PROD }]
identityProviders:
  - name: Old login
    type: OIDC
    primary: true
    emailSuffixes: [old.example]
    config: { issuer: 'https://login.old.example', clientId: portico }
firstAdminGroup: admins
`,
    )
    expect((await operator('tenant', 'import', file)).code).toBe(0)
    const refused = await operator('setup-url', 'create', 'replacing')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --again')])
    const url = (await operator('setup-url', 'create', 'replacing', '--again')).stdout.trim()
    const setup = (...args: string[]) => shell.json<Setup & { replaces: string | null }>(['setup', ...args])
    expect(await setup('open', url)).toMatchObject({ replaces: 'Old login' })
    await setup('choose', '--type', second.type)
    const ours = await shell.json<{ label: string; value: string }[]>(['setup', 'metadata'])
    await registerAt(simulator, second, (label) =>
      Promise.resolve(ours.find((one) => one.label === label)?.value ?? ''),
    )
    await setup('configure', '--from-url', `${simulator.url}${second.published ?? ''}`)
    await setup('format', '--email', domainOf(second))
    const testing = startWaiting(installation, shell, ['setup', 'test', '--no-browser', '--json'])
    onTestFinished(() => testing.kill())
    await signInAt(await testing.said(/^(http\S+)$/m), second)
    expect((await testing.finished).code).toBe(0)
    const complete = ['setup', 'complete', '--group', 'portal-admins']
    const kept = await shell.portico(complete)
    expect([kept.code, kept.stderr]).toEqual([7, expect.stringMatching(/Old login.* Add --replace if you mean it\./)])
    expect((await setup('show')).replaces).toBe('Old login')
    const { signInUrl } = await shell.json<{ signInUrl: string }>([...complete, '--replace'])
    expect(new URL(await signInAt(signInUrl, second)).pathname).toMatch(/^\/portal/)
    expect((await operator('setup-url', 'status', 'replacing')).stdout).toContain('completed')
  })

  test('says why nothing is open: no URL, half a URL, a replaced one, and a session that a newer URL ended', async () => {
    const shell = shellOf('refused')
    const first = await setupUrl('refused')
    const codes = async (...args: string[]) => {
      const { code, stderr } = await shell.portico(['setup', ...args])
      return [code, stderr.split('\n')[0]]
    }
    expect(await codes('show')).toEqual([4, 'error: No setup URL was opened here.'])
    expect(await codes('open', first.split('#')[0] ?? '')).toEqual([
      64,
      expect.stringContaining('not a whole setup URL'),
    ])
    expect((await codes('open', first))[0]).toBe(0)
    const second = (await operator('setup-url', 'create', 'refused')).stdout.trim()
    expect(await codes('show')).toEqual([4, expect.stringContaining('The setup has ended here')])
    expect((await codes('open', first))[0]).toBe(3)
    expect((await codes('open', second))[0]).toBe(0)
  })

  test('opening a URL again ends the session that was open here, and a refused URL leaves it open', async () => {
    const shell = shellOf('again')
    const url = await setupUrl('again')
    const run = async (from: Shell, ...args: string[]) => (await from.portico(['setup', ...args])).code
    expect(await run(shell, 'open', url)).toBe(0)
    const copied = shellOf('again-copied')
    cpSync(shell.home, copied.home, { recursive: true })
    expect(await run(shell, 'open', `${url.split('#')[0]}#unknown`)).toBe(3)
    expect(await run(shell, 'show')).toBe(0)
    expect(await run(copied, 'show')).toBe(0)
    expect(await run(shell, 'open', url)).toBe(0)
    expect(await run(shell, 'show')).toBe(0)
    expect(await run(copied, 'show'), 'with the session from before').toBe(4)
  })
})
