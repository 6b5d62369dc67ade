import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBareHost, type BareHost } from './support/bare-host.ts'
import { launchBrowser } from './support/browser.ts'
import { companies, personAt, providerOf, type Company } from './support/companies.ts'
import { readGuideSteps } from './support/guide-steps.ts'
import { builtInstallation } from './support/installation.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { runProcess } from './support/run-process.ts'
import { handOn } from './support/setup-wizard.ts'
import { startSimulator, type Simulator } from './support/simulator.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { throughWizard } from './support/through-wizard.ts'
import { openVisitor } from './support/visitor.ts'

// Each test goes on where the one before it ended, as the steps of the page do.
const stepTimeoutMs = 300_000
const installation = builtInstallation()
const folder = temporaryFolder()
const steps = readGuideSteps(installation, 'production.md')
const url = 'https://portal.example.com'
const released = join(folder.path, 'released')
const tls = join(folder.path, 'tls')
const company = companies.find(({ type }) => type === 'OIDC') as Company
const ada = personAt(company)

/** What differs from a host of Debian, with the words of the page. */
const programs = {
  systemctl: readFileSync(join(import.meta.dirname, 'support', 'systemctl.mjs'), 'utf8'),
  'apt-get': `#!/bin/sh
[ "$1" = install ] || exit 0
version=$(ls /usr/lib/postgresql)
[ -d /etc/postgresql/$version ] || pg_createcluster --start $version main
pgrep --exact nginx > /dev/null || nginx
`,
}
const env = {
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  CURL_CA_BUNDLE: '/etc/ssl/test-authority.pem',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/test-authority.pem',
}
const allowLoopback = 'echo PORTICO_ALLOW_LOOPBACK_PROVIDERS=1 >> /etc/portico/portico.env'

let first: BareHost
let simulator: Simulator
/** What the company's administrator told the provider, for the same provider at another place. */
const registered: Parameters<Simulator['control']>[] = []
const closing: (() => Promise<unknown> | undefined)[] = []
let page: Page

beforeAll(async () => {
  mkdirSync(tls)
  makeAuthority()
  await makeArchives(installation.root, released)
  first = await newHost()
  simulator = await startProvider(first)
}, stepTimeoutMs)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  folder.remove()
})

describe('from an empty host to the first administrator', () => {
  test('steps 1 to 7 install, migrate and start the server', { timeout: stepTimeoutMs }, async () => {
    expect(await onFirst(steps.block(1))).toMatch(/^v(?:20\.(?:19|[2-9]\d)|2[1-9])\./m)
    expect(await onFirst(steps.block(2))).toMatch(/portico-server-\S+: OK[\s\S]*^\d+\.\d+\.\d+/m)
    expect(await onFirst(steps.block(3))).toMatch(/portico +\| Create role +\|/)
    expect(await onFirst(steps.block(4))).toBe('')
    expect(await onFirst(steps.block(5))).toBe('')
    await onFirst(allowLoopback)
    expect(await onFirst(steps.block(6))).toContain('ok')
    expect(await onFirst(steps.block(7))).toContain('{"status":"ready"}')
    // What must not be readable for other users of the host.
    const modes = await onFirst('stat --format="%a %U %G %n" /etc/portico/* /var/lib/portico /etc/portico')
    expect(modes).toContain('640 root portico /etc/portico/secret-key')
    expect(modes).toContain('640 root portico /etc/portico/database-url')
    expect(modes).toContain('700 portico portico /var/lib/portico')
    expect(await onFirst('ps -o user= -C node')).toBe('portico\n')
  })

  test(
    'steps 8 and 9 lead the administrator through nginx with TLS to the portal',
    { timeout: stepTimeoutMs },
    async () => {
      expect(await onFirst(steps.block(8))).toMatch(/successful[\s\S]*\{"status":"ready"\}/)
      const setupUrl = /^https:\S+$/m.exec(await onFirst(steps.block(9)))?.[0] ?? ''
      expect(setupUrl).toMatch(/^https:\/\/portal\.example\.com\//)
      page = await browse(first)
      const run = { url: setupUrl, company, simulator, group: 'portal-admins', look: () => Promise.resolve() }
      await throughWizard(handOn(page), run)
      await expectAdministrator(page)
    },
  )

  test(
    'step 10 installs the command line elsewhere, and signs the administrator in',
    { timeout: stepTimeoutMs },
    async () => {
      const laptop = await newHost({ networkOf: first })
      await laptop.run('useradd --create-home ada', { folder: '/' })
      await laptop.receive('/home/ada', ...archives(released, 'portico'))
      const terminal = openPseudoTerminal(
        laptop.command(steps.block(10), { folder: '/home/ada', user: 'ada' }),
        {},
        100,
      )
      const code = await terminal.found(/\b([A-Z]{4}-[A-Z]{4})\b/)
      await page.goto(`${url}/login/device?user_code=${code}`)
      await page.getByRole('button', { name: 'Yes, the codes match: allow' }).click()
      await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor()
      expect(await terminal.exited).toMatchObject({ code: 0 })
      await terminal.shows(/Acme Inc/)
      await terminal.shows(ada.username)
    },
  )
})

function makeAuthority(): void {
  const inTls = (line: string) => execFileSync('openssl', line.split(' '), { cwd: tls, stdio: 'pipe' })
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2'
  inTls(`${request} -subj /CN=authority -keyout authority.key -out test-authority.pem`)
  const signed = '-CA test-authority.pem -CAkey authority.key -addext basicConstraints=critical,CA:FALSE'
  const name = 'portal.example.com'
  inTls(`${request} ${signed} -subj /CN=${name} -addext subjectAltName=DNS:${name} -keyout privkey.pem -out leaf.pem`)
  const chain = ['leaf.pem', 'test-authority.pem'].map((file) => readFileSync(join(tls, file), 'utf8'))
  writeFileSync(join(tls, 'fullchain.pem'), chain.join(''))
}

async function makeArchives(root: string, out: string): Promise<void> {
  const made = await runProcess(['node', join(root, 'scripts', 'package.mjs'), '--out', out])
  if (made.code !== 0) throw new Error(made.stderr)
}

const archives = (from: string, name: string) =>
  execFileSync('find', [from, '-name', `${name}-[0-9]*.tgz`, '-o', '-name', 'SHA256SUMS'], { encoding: 'utf8' })
    .trim()
    .split('\n')

const onFirst = (script: string) => first.run(script, { folder: '/opt/portico' })

/** A host with the release and the certificate in /opt/portico. */
async function newHost({ networkOf }: { readonly networkOf?: BareHost } = {}): Promise<BareHost> {
  const hidden = [installation.root, '/work']
  const names = ['127.0.0.1 portal.example.com']
  const host = await startBareHost({
    scratch: folder.path,
    hidden,
    programs,
    env,
    names,
    ...(networkOf && { networkOf }),
  })
  closing.push(() => host.stop())
  await host.receive('/etc/ssl', join(tls, 'test-authority.pem'))
  await host.receive('/opt/portico', ...archives(released, 'portico-server'))
  await host.receive('/opt/portico', join(tls, 'fullchain.pem'), join(tls, 'privkey.pem'))
  return host
}

async function startProvider(host: BareHost): Promise<Simulator> {
  const options = { folder: folder.path, providers: [providerOf(company)], port: 8081, prefix: host.onNetwork }
  const started = await startSimulator(installation, options)
  closing.push(() => started.stop())
  const control: Simulator['control'] = (...words) => {
    registered.push(words)
    return started.control(...words)
  }
  return { ...started, control }
}

/** A browser on the network of a host. */
async function browse(host: BareHost): Promise<Page> {
  const args = ['--host-resolver-rules=MAP portal.example.com 127.0.0.1']
  const opened = await launchBrowser({ prefix: host.onNetwork, folder: folder.path, args })
  closing.push(() => opened.close())
  return (await openVisitor(opened)).page
}

async function expectAdministrator(at: Page): Promise<void> {
  await at.waitForURL(new RegExp(`^${url}/portal`))
  const status = () => at.evaluate(async () => (await fetch('/api/portal/admin/tenant/idps')).status)
  await expect.poll(status).toBe(200)
}
