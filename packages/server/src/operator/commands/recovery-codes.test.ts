import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { openStore, type Place } from '../../app/open.ts'
import { useCode } from '../../sign-in/recovery-codes/queries.ts'
import { runBackup } from './backup.ts'
import { runRecoveryCreate, runRecoveryDrill, runRecoveryStatus, statusLines } from './recovery-codes.ts'
import { runRestore } from './restore.ts'
import { runRotateKeys } from './rotate-keys.ts'
import { runTenantCreate } from './tenant.ts'

let folder: string
let place: Place

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-recovery-'))
  place = placeOf('data')
  await runTenantCreate(place, { slug: 'acme', name: 'Acme' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const placeOf = (name: string): Place => ({ dataDir: join(folder, name), env: {}, log: pino({ level: 'silent' }) })

async function outcomeOf(at: Place, code: string, tenantId: string): Promise<string> {
  const { database } = await openStore(at)
  try {
    return await tenantScope(database, tenantId).transaction((tx) =>
      useCode(tx, { code: code.replaceAll('-', ''), from: 'test' }),
    )
  } finally {
    await database.close()
  }
}

it('codes are made, drilled and shown on the host, and survive new keys, a backup and its restore', async () => {
  expect(statusLines(await runRecoveryStatus(place, 'acme'), 'acme')).toEqual(['No recovery codes were made.'])
  const { codes } = await runRecoveryCreate(place, 'acme', { days: '10' })
  const [one = '', two = ''] = codes
  expect(statusLines(await runRecoveryStatus(place, 'acme'), 'acme')).toContainEqual(
    expect.stringMatching(/drilled: portico-server recovery-codes drill acme$/),
  )
  const replacement = await runRecoveryDrill(place, 'acme', one.toLowerCase())
  await expect(runRecoveryDrill(place, 'acme', one)).rejects.toThrow(/not a current recovery code/)
  await expect(runRecoveryDrill(place, 'acme', one.slice(1))).rejects.toThrow(/wrong or missing/)

  const { rows } = await readTenants(place)
  const [tenantId = ''] = rows
  await runRotateKeys(place, { only: 'secret', settleMs: 0 })
  const file = join(folder, 'backup')
  await runBackup(place, file)
  const state = await runRecoveryStatus(place, 'acme')
  expect(state).toMatchObject({ codesLeft: 2, drilled: { by: expect.stringMatching(/^operator /) } })
  expect(await outcomeOf(place, replacement, tenantId)).toBe('opened')
  expect(await outcomeOf(place, replacement, tenantId)).toBe('used')

  const restored = placeOf('restored')
  mkdirSync(restored.dataDir, { mode: 0o700 })
  copyFileSync(join(place.dataDir, 'secret.key'), join(restored.dataDir, 'secret.key'))
  await runRestore(restored, file)
  expect(await runRecoveryStatus(restored, 'acme')).toEqual(state)
  expect(await outcomeOf(restored, two, tenantId)).toBe('opened')
})

async function readTenants(at: Place): Promise<{ rows: string[] }> {
  const { database } = await openStore(at)
  try {
    const rows = await database.owner.selectFrom('tenants').select('tenant_id').execute()
    return { rows: rows.map((row) => row.tenant_id) }
  } finally {
    await database.close()
  }
}

it.each([
  ['an unknown tenant', () => runRecoveryCreate(place, 'nothere', {}), /no tenant "nothere"/],
  ['days that are not allowed', () => runRecoveryCreate(place, 'acme', { days: '731' }), /1 to 730/],
  ['codes that exist, without --replace', () => runRecoveryCreate(place, 'acme', {}), /--replace/],
] as const)('%s: refused, and nothing changes', async (_, run, sentence) => {
  const before = await runRecoveryStatus(place, 'acme')
  await expect(run()).rejects.toThrow(sentence)
  expect(await runRecoveryStatus(place, 'acme')).toEqual(before)
})
