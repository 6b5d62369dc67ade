import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { noteBaseUrl } from '../../app/base-url.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { openStore, type Place } from '../../app/open.ts'
import { findSetupTenant } from '../../sign-in/setup/queries.ts'
import { smallTenant } from '../../testing/small-tenants.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { runBackup } from './backup.ts'
import { runRestore } from './restore.ts'
import { runSetupUrlCreate, runSetupUrlStatus, runSetupUrlWithdraw, urlStateLines } from './setup-url.ts'
import { importFile, runTenantCreate } from './tenant.ts'
import { withStore } from './with-store.ts'

let folder: string
let place: Place

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-setup-url-'))
  place = placeOf('data')
  await runTenantCreate(place, { slug: 'acme', name: 'Acme' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const placeOf = (name: string, env = {}): Place => ({
  dataDir: join(folder, name),
  env,
  log: pino({ level: 'silent' }),
})
const tokenOf = (url: string) => new URL(url).hash.slice(1)

async function opens(url: string, at = place): Promise<boolean> {
  const { database } = await openStore(at)
  try {
    return (await findSetupTenant(database, tokenOf(url))) !== undefined
  } finally {
    await database.close()
  }
}

it('a setup URL is on the base URL that the server started with, or on the setting', async () => {
  await expect(runSetupUrlCreate(place, 'acme', {})).rejects.toThrow(/Start the server once, or set PORTICO_BASE_URL/)
  await withStore(place, ({ database }) => noteBaseUrl(database, 'http://127.0.0.1:4711'))
  const first = await runSetupUrlCreate(place, 'acme', {})
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:4711\/login\/setup#[\w-]{43}$/)
  const set = { ...place, env: { PORTICO_BASE_URL: 'https://portico.example' } }
  expect((await runSetupUrlCreate(set, 'acme', {})).url).toMatch(/^https:\/\/portico\.example\/login\/setup#/)
})

it('a setup URL is replaced by the next one, can be withdrawn, and does not come back with a restore', async () => {
  const env = { PORTICO_BASE_URL: 'https://portico.example' }
  const first = await runSetupUrlCreate({ ...place, env }, 'acme', {})
  const file = join(folder, 'backup')
  await runBackup(place, file)
  const second = await runSetupUrlCreate({ ...place, env }, 'acme', {})
  expect([await opens(first.url), await opens(second.url)]).toEqual([false, true])
  expect(urlStateLines(await runSetupUrlStatus(place, 'acme')).join('\n')).toMatch(/state {4}open[^]*opened {3}never/)
  await runSetupUrlWithdraw(place, 'acme')
  expect((await runSetupUrlStatus(place, 'acme'))?.state).toBe('withdrawn')
  await expect(runSetupUrlWithdraw(place, 'acme')).rejects.toThrow(/no open setup URL/)
  const restored = placeOf('restored')
  mkdirSync(restored.dataDir, { mode: 0o700 })
  copyFileSync(join(place.dataDir, 'secret.key'), join(restored.dataDir, 'secret.key'))
  await runRestore(restored, file)
  expect((await runSetupUrlStatus(restored, 'acme'))?.state).toBe('withdrawn')
})

it.each([
  [1, '1 of 3'],
  [3, '3 of 3'],
  [4, 'all 3 done; the test login and the Security Admin group remain'],
])('the progress at step %i is %s', (step, text) => {
  const at = new Date('2026-11-21T12:00:00Z')
  const state = {
    madeAt: at,
    madeBy: 'ops',
    expiresAt: at,
    openedAt: null,
    openedFrom: null,
    state: 'open',
    step,
  } as const
  expect(urlStateLines(state).at(-1)).toBe(`step     ${text}`)
})

it('a tenant with Security Admins gets a setup URL only if the operator says so', async () => {
  const env = { PORTICO_BASE_URL: 'https://portico.example' }
  await withStore(place, (store) => importFile(store, place, checkTenantFile(smallTenant('globex'))))
  await expect(runSetupUrlCreate({ ...place, env }, 'globex', {})).rejects.toThrow(/group "admins".*--again/)
  expect((await runSetupUrlCreate({ ...place, env }, 'globex', { again: true })).url).toContain('/login/setup#')
  await expect(runSetupUrlCreate({ ...place, env }, 'nowhere', {})).rejects.toThrow(/no tenant "nowhere"/)
})
