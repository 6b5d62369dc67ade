import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { BareHost } from './support/bare-host.ts'
import { builtInstallation } from './support/installation.ts'
import {
  administrator,
  allowLoopback,
  expectAdministrator,
  installCommandLine,
  makeArchives,
  onHost,
  openProductionPlace,
  portalUrl,
  setUp,
  stepTimeoutMs,
} from './support/production-place.ts'
import { signIn } from './support/sign-in.ts'

const place = openProductionPlace()
const { steps } = place
const released = join(place.folder, 'released')
let first: BareHost
let other: BareHost
let page: Page

beforeAll(async () => {
  await makeArchives(builtInstallation().root, released)
  first = await place.newHost(released)
}, stepTimeoutMs)
afterAll(() => place.close())

/** The daily job while the database cannot be reached: it fails, and an old backup stays. */
const failedBackup = `
touch --date='40 days ago' /var/backups/portico/old.backup
mv /etc/portico/database-url /etc/portico/database-url.gone
if /etc/cron.daily/portico; then exit 1; fi
mv /etc/portico/database-url.gone /etc/portico/database-url
ls /var/backups/portico/old.backup
`

test('steps 1 to 7 install, migrate and start the server', { timeout: stepTimeoutMs }, async () => {
  expect(await onHost(first, steps.block(1))).toMatch(/^v(?:20\.(?:19|[2-9]\d)|2[1-9])\./m)
  expect(await onHost(first, steps.block(2))).toMatch(/portico-server-\S+: OK[\s\S]*^\d+\.\d+\.\d+/m)
  const roles = await onHost(first, steps.block(3))
  expect(roles).toMatch(/portico +\| Create role +\|/)
  expect(roles).not.toContain('Permission denied')
  expect(await onHost(first, steps.block(4))).toBe('')
  expect(await onHost(first, steps.block(5))).toBe('')
  await onHost(first, allowLoopback)
  const checked = (await onHost(first, steps.block(6))).trim().split('\n')
  expect(checked.filter((line) => !/^(?:applied|ok) /.test(line))).toEqual([
    expect.stringMatching(/^warning audit memory: /),
    'warning tenants: 0',
  ])
  expect(await onHost(first, steps.block(7))).toContain('{"status":"ready"}')
  // What other users of the host must not read.
  const modes = await onHost(first, 'stat --format="%a %U %G %n" /etc/portico /etc/portico/*-* /var/lib/portico')
  expect(modes.trim().split('\n')).toEqual([
    '750 root portico /etc/portico',
    '640 root portico /etc/portico/database-url',
    '640 root portico /etc/portico/secret-key',
    '700 portico portico /var/lib/portico',
  ])
  expect(await onHost(first, 'ps -o user= -C node')).toBe('portico\n')
})

test('steps 8 and 9 lead the administrator through TLS to the portal', { timeout: stepTimeoutMs }, async () => {
  const simulator = await place.startProvider(first)
  expect(await onHost(first, steps.block(8))).toMatch(/successful[\s\S]*\{"status":"ready"\}/)
  page = await setUp(place, first, simulator)
})

test('step 10 installs the command line elsewhere, and signs in', { timeout: stepTimeoutMs }, async () => {
  const laptop = await place.newHost(released, { networkOf: first })
  const screen = await installCommandLine(place, laptop, released, page)
  expect(screen).toContain('Acme Inc')
  expect(screen).toContain(administrator.username)
  await laptop.stop()
})

test('steps 11 and 12 bring the tenant to another host', { timeout: stepTimeoutMs }, async () => {
  const files = await onHost(first, steps.block(11, 0))
  const backup = /^(\S+\.backup)$/m.exec(files)?.[1] ?? ''
  await onHost(first, failedBackup)
  await onHost(first, steps.block(11, 1))
  other = await place.newHost(released)
  for (const step of [1, 2, 3, 5]) await onHost(other, steps.block(step))
  await onHost(other, allowLoopback)
  for (const name of ['secret-key', 'audit.key'])
    await place.carry(first, `/root/portico-keys/${name}`, other, '/opt/portico/portico-keys')
  await onHost(first, `cp /var/backups/portico/${backup} /opt/portico/portico.backup`)
  await place.carry(first, '/opt/portico/portico.backup', other, '/opt/portico')
  expect(await onHost(other, steps.block(12))).toContain('restored')
  expect(await onHost(other, steps.block(7))).toContain('{"status":"ready"}')
  expect(await onHost(other, steps.block(8))).toContain('{"status":"ready"}')
  await onHost(other, steps.block(11, 0))
  await place.startProvider(other)
  const restored = await place.browse(other)
  await signIn(restored, portalUrl, administrator)
  await expectAdministrator(restored)
  await restored.getByText('Acme Inc').first().waitFor()
})

test('step 13 goes back to a backup on the same host', { timeout: stepTimeoutMs }, async () => {
  await place.carry(first, '/opt/portico/portico.backup', other, '/opt/portico')
  const back = await onHost(other, steps.block(13, 2))
  expect(back).toMatch(/restored[\s\S]*\{"status":"ready"\}/)
  const again = await place.browse(other)
  await signIn(again, portalUrl, administrator)
  await expectAdministrator(again)
})

test('the other steps are those of the upgrade, which has its own scenario', () => {
  const left = steps.untaken().map((block) => Number.parseInt(block, 10))
  expect([...new Set(left)]).toEqual([13, 14, 15])
})
