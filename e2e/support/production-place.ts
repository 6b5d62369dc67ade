import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { startBareHost, type BareHost } from './bare-host.ts'
import { launchBrowser } from './browser.ts'
import { companies, personAt, providerOf, type Company } from './companies.ts'
import { readGuideSteps, type GuideSteps } from './guide-steps.ts'
import { builtInstallation } from './installation.ts'
import { openPseudoTerminal } from './pseudo-terminal.ts'
import { runProcess } from './run-process.ts'
import { handOn } from './setup-wizard.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throughWizard } from './through-wizard.ts'
import { until } from './until.ts'
import { openVisitor } from './visitor.ts'

/** What docs/guides/production.md needs in addition to its own commands: hosts, a release, a certificate, a provider, a browser. */
export type ProductionPlace = {
  readonly steps: GuideSteps
  /** A folder of this machine. */
  readonly folder: string
  /** A host with the archives of a folder and the certificate in /opt/portico. */
  newHost(release: string, options?: { readonly networkOf?: BareHost }): Promise<BareHost>
  /** The identity provider of the company on the network of a host, which knows what its administrator told the first one. */
  startProvider(host: BareHost): Promise<Simulator>
  /** A page of a browser on the network of a host. */
  browse(host: BareHost): Promise<Page>
  /** Copies a file from a host to a folder of another. */
  carry(from: BareHost, path: string, to: BareHost, folder: string): Promise<void>
  close(): Promise<void>
}

/** Each test of a scenario goes on where the one before it ended, as the steps of the page do. */
export const stepTimeoutMs = 300_000
export const portalUrl = 'https://portal.example.com'
const company = companies.find(({ type }) => type === 'OIDC') as Company
export const administrator = personAt(company)
const there = { folder: '/opt/portico' }

/** Runs a block of the page, where the page says. */
export const onHost = (host: BareHost, block: string) => host.run(block, there)

// What differs from a host of Debian, as the end of the page lists it.
const programs = {
  systemctl: readFileSync(join(import.meta.dirname, 'systemctl.mjs'), 'utf8'),
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
export const allowLoopback = 'echo PORTICO_ALLOW_LOOPBACK_PROVIDERS=1 >> /etc/portico/portico.env'

export function openProductionPlace(): ProductionPlace {
  const installation = builtInstallation()
  const folder = temporaryFolder()
  const tls = join(folder.path, 'tls')
  const closing: (() => Promise<unknown> | undefined)[] = [() => Promise.resolve(folder.remove())]
  const told: Parameters<Simulator['control']>[] = []
  makeCertificates(tls)
  return {
    steps: readGuideSteps(installation, 'production.md'),
    folder: folder.path,
    async newHost(release, { networkOf } = {}) {
      const hidden = [installation.root, '/work']
      const place = { scratch: folder.path, hidden, programs, env, names: ['127.0.0.1 portal.example.com'] }
      const host = await startBareHost({ ...place, ...(networkOf && { networkOf }) })
      closing.push(() => host.stop())
      await host.receive('/etc/ssl', join(tls, 'test-authority.pem'))
      await host.receive(there.folder, ...filesOf(release, 'portico-server'))
      await host.receive(there.folder, join(tls, 'fullchain.pem'), join(tls, 'privkey.pem'))
      return host
    },
    async startProvider(host) {
      const options = { folder: folder.path, providers: [providerOf(company)], port: 8081, prefix: host.onNetwork }
      const simulator = await startSimulator(installation, options)
      closing.push(() => simulator.stop())
      for (const words of told) await simulator.control(...words)
      return {
        ...simulator,
        control(...words) {
          told.push(words)
          return simulator.control(...words)
        },
      }
    },
    async browse(host) {
      const args = ['--host-resolver-rules=MAP portal.example.com 127.0.0.1']
      const browser = await launchBrowser({ prefix: host.onNetwork, folder: folder.path, args })
      closing.push(() => browser.close())
      return (await openVisitor(browser)).page
    },
    async carry(from, path, to, into) {
      const file = join(folder.path, basename(path))
      writeFileSync(file, Buffer.from(await from.run(`base64 --wrap=0 ${path}`, there), 'base64'))
      await to.receive(into, file)
    },
    async close() {
      for (const close of closing.toReversed()) await close()
    },
  }
}

/** The archive of a program in a folder that `npm run package` made, with the sums. */
export function filesOf(release: string, program: string): readonly string[] {
  const names = ['-name', `${program}-[0-9]*.tgz`, '-o', '-name', 'SHA256SUMS']
  return execFileSync('find', [release, ...names], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

/** Makes the archives of a clone that is built. */
export async function makeArchives(root: string, out: string): Promise<void> {
  const { code, stderr } = await runProcess(['node', join(root, 'scripts', 'package.mjs'), '--out', out])
  expect(code, stderr).toBe(0)
}

/** Runs the steps 1 to 9 of the page, and follows the setup URL until its administrator is signed in. */
export async function throughFirstSteps(place: ProductionPlace, host: BareHost, simulator: Simulator): Promise<Page> {
  const { steps } = place
  for (const step of [1, 2, 3, 4, 5]) await onHost(host, steps.block(step))
  await onHost(host, allowLoopback)
  for (const step of [6, 7, 8]) await onHost(host, steps.block(step))
  return setUp(place, host, simulator)
}

/** Runs step 9, and follows the setup URL. */
export async function setUp(place: ProductionPlace, host: BareHost, simulator: Simulator): Promise<Page> {
  const url = /^https:\S+$/m.exec(await onHost(host, place.steps.block(9)))?.[0] ?? ''
  expect(url).toContain(`${portalUrl}/login/setup`)
  const page = await place.browse(host)
  await throughWizard(handOn(page), { url, company, simulator, group: 'portal-admins', look: () => Promise.resolve() })
  await expectAdministrator(page)
  return page
}

export async function expectAdministrator(page: Page): Promise<void> {
  await page.waitForURL(new RegExp(`^${portalUrl}/portal`))
  const read = () => page.evaluate(async () => (await fetch('/api/portal/admin/tenant/idps')).status)
  await until('the person administers the tenant', async () => (await read()) === 200)
}

/** Step 10 on a host that shares the network of the first; its user allows the command line in the browser. Returns the terminal's screen. */
export async function installCommandLine(
  { steps }: ProductionPlace,
  laptop: BareHost,
  release: string,
  page: Page,
): Promise<string> {
  await laptop.run('useradd --create-home ada', { folder: '/' })
  await laptop.receive('/home/ada', ...filesOf(release, 'portico'))
  const terminal = openPseudoTerminal(laptop.command(steps.block(10), { folder: '/home/ada', user: 'ada' }), {}, 100)
  const code = await terminal.found(/\b([A-Z]{4}-[A-Z]{4})\b/)
  await page.goto(`${portalUrl}/login/device?user_code=${code}`)
  await page.getByRole('button', { name: 'Yes, the codes match: allow' }).click()
  await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor()
  const { code: exit } = await terminal.exited
  const screen = await terminal.settled()
  expect(exit, screen).toBe(0)
  return screen
}

function makeCertificates(tls: string): void {
  mkdirSync(tls)
  const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: tls, stdio: 'pipe' })
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2'
  openssl(`${request} -subj /CN=authority -keyout authority.key -out test-authority.pem`)
  const signed = '-CA test-authority.pem -CAkey authority.key -addext basicConstraints=critical,CA:FALSE'
  const name = 'portal.example.com'
  openssl(`${request} ${signed} -subj /CN=${name} -addext subjectAltName=DNS:${name} -keyout privkey.pem -out leaf.pem`)
  const chain = ['leaf.pem', 'test-authority.pem'].map((file) => readFileSync(join(tls, file), 'utf8'))
  writeFileSync(join(tls, 'fullchain.pem'), chain.join(''))
}
