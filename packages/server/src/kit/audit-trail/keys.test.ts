import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createTestDatabase } from '../database/testing/test-database.ts'
import type { Database } from '../database/connect.ts'
import { auditKeysOf, createSealingKey, openAuditKey, rotateAuditKey } from './keys.ts'
import { auditMemoryOf } from './memory.ts'

let database: Database
let folder = ''

beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'portico-audit-key-'))
})
afterEach(async () => {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const keysIn = (name: string) => auditKeysOf(join(folder, name), undefined)

it('the first start makes a key in a file that only its owner can read; later starts, also concurrent ones, use it', async () => {
  const keys = keysIn('data')
  const opened = await Promise.all(Array.from({ length: 4 }, () => openAuditKey(database, keys)))
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
  expect(statSync(keys.file).mode & 0o777).toBe(0o600)
  expect(readFileSync(keys.file, 'utf8')).not.toContain(opened[0]?.id)
  expect((await openAuditKey(database, keys)).id).toBe(opened[0]?.id)
})

it('a missing key, another key and a damaged file are one sentence each, and no new key is made', async () => {
  const { id } = await openAuditKey(database, keysIn('data'))
  const elsewhere = keysIn('other')
  await expect(openAuditKey(database, elsewhere)).rejects.toThrow(
    `The audit log is sealed with a key that is not in ${elsewhere.file}. Put the file back`,
  )
  expect(elsewhere.all()).toEqual([])
  writeFileSync(join(folder, 'wrong.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`)
  await expect(openAuditKey(database, auditKeysOf(folder, join(folder, 'wrong.key')))).rejects.toThrow(
    new RegExp(`does not seal this database\\. Put back the file that holds ${id}\\.`),
  )
  writeFileSync(join(folder, 'damaged.key'), 'not a key')
  await expect(openAuditKey(database, auditKeysOf(folder, join(folder, 'damaged.key')))).rejects.toThrow(
    /damaged\.key is damaged: it should hold 32 bytes in base64/,
  )
  await expect(openAuditKey(database, auditKeysOf(folder, folder))).rejects.toThrow(
    `${folder} cannot be read (EISDIR). Until then, new audit rows are not sealed.`,
  )
})

it.each(['missing', 'damaged'])('a server whose key is %s says so once an hour and does not seal', async (state) => {
  await openAuditKey(database, keysIn('data'))
  const said: string[] = []
  let nowMs = Date.now()
  const log = { error: (text: string) => void said.push(text) } as never
  const file = join(folder, `${state}.key`)
  if (state === 'damaged') writeFileSync(file, 'not a key')
  const next = createSealingKey({
    database,
    auditKeys: auditKeysOf(folder, file),
    auditMemory: auditMemoryOf(folder),
    log,
    clock: { now: () => nowMs },
  })
  for (let turn = 0; turn < 5; turn += 1) expect(await next()).toBeUndefined()
  expect(said).toHaveLength(1)
  nowMs += 3_600_000
  await next()
  expect(said).toHaveLength(2)
})

it('a rotated key comes first in the file, which keeps the earlier one', async () => {
  const keys = keysIn('data')
  const before = await openAuditKey(database, keys)
  const { from, to } = await rotateAuditKey(database, keys)
  expect([from, keys.all().map(({ id }) => id)]).toEqual([before.id, [to, before.id]])
  expect((await openAuditKey(database, keys)).id).toBe(to)
})
