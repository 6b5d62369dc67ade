import { randomBytes } from 'node:crypto'

import {
  getAuditHead,
  verifyAudit,
  type AuditFinding,
  type AuditHead,
  type AuditVerification,
} from '@portico/core/contract'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { settleAuditPositions } from '../database/audit-positions.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { secretKeyOf } from '../secrets/secret-key.ts'
import { sweep } from '../../app/sweep.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createApp } from '../../app/app.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { auditKeysOf, fixedAuditKeys, type AuditKeys } from './keys.ts'
import { recordAudit } from './record.ts'
import { addSeal, readSeals } from './seal-rows.ts'
import { sealAll, sealTenant } from './sealing.ts'
import { verifyPart } from './verify.ts'

const key = secretKeyOf(randomBytes(32))
let server: TestServer
let acme: ImportedTenant
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

const scope = () => tenantScope(server.database, acme.id)
const deps = (keys = [key]) => ({ ...server.deps, auditKeys: fixedAuditKeys(keys) })

/** Adds rows, one transaction each, and seals them. Their targets are `n 0`, `n 1`, …; the import wrote a row before them. */
async function write(names: readonly string[]): Promise<void> {
  for (const name of names) await scope().transaction((tx) => record(tx, name))
}
function record(tx: Parameters<typeof recordAudit>[0], name: string) {
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: 'r', nowMs: server.clock.now() } as const
  return recordAudit(tx, by, {
    action: 'test.write',
    target: { kind: 'test', name },
    before: { a: 1 },
    after: { a: 2 },
  })
}
/** Seals everything by one seal, once no transaction elsewhere in the cluster keeps a row from being sealed. */
async function seal(using = key): Promise<void> {
  const isSettled = async () => {
    const { rows } = await sql<{ settled: boolean }>`
      select coalesce(max(position), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + portico_audit_base() as settled
        from audit where tenant_id = ${acme.id}`.execute(server.database.owner)
    return rows[0]?.settled
  }
  await expect.poll(isSettled, { timeout: 60_000, interval: 20 }).toBe(true)
  await sealAll(server, using)
}

type Verified = { findings: AuditFinding[]; rows: number; seals: number; unsealed: AuditVerification['unsealed'] }
async function verified({ keys = [key], head }: { keys?: (typeof key)[]; head?: AuditHead } = {}): Promise<Verified> {
  const all: Verified = { findings: [], rows: 0, seals: 0, unsealed: null }
  for (let from: number | undefined; ;) {
    const part = await scope().transaction((tx) => verifyPart(tx, keys, { from, head }))
    all.findings.push(...part.findings)
    all.rows += part.checkedRows
    all.seals += part.checkedSeals
    all.unsealed = part.unsealed
    if (part.next === null) return all
    from = part.next
  }
}
const kinds = async (options: Parameters<typeof verified>[0] = {}) =>
  (await verified(options)).findings.map(({ kind, seal: at }) => `${kind} ${at}`)

/** As the owner of the database, whom row security lets through by the owner's door. */
const tamper = (statement: ReturnType<typeof sql>) => statement.execute(server.database.owner)
const rowNamed = (name: string) => sql`tenant_id = ${acme.id} and target_name = ${name}`

beforeEach(async () => {
  acme = await server.importTenant(smallTenant(`acme${(count += 1)}`))
  // Three seals: the import with the first two rows, two rows, two rows.
  for (const at of [0, 2, 4]) {
    await write([`n ${at}`, `n ${at + 1}`])
    await seal()
  }
})

describe('a sealed log', () => {
  it('verifies, row by row', async () => {
    expect(await verified()).toEqual({ findings: [], rows: 7, seals: 3, unsealed: { rows: 0, oldestAt: null } })
  })

  it.each<[string, ReturnType<typeof sql>]>([
    ['what was done', sql`action = 'other'`],
    ['when', sql`at = at + interval '1 microsecond'`],
    ['who', sql`actor_name = 'Someone'`],
    ['what was changed', sql`target_id = 'x'`],
    ['the value before', sql`before = null`],
    ['the value after', sql`after = '{"a": 3}'`],
    ['the request', sql`request_id = 'x'`],
    ['the address', sql`address = '192.0.2.1'`],
  ])('shows a row whose %s was edited', async (_, change) => {
    await tamper(sql`update audit set ${change} where ${rowNamed('n 2')}`)
    expect(await kinds()).toEqual(['row-edited 2'])
  })

  it('shows a row that was removed', async () => {
    await tamper(sql`delete from audit where ${rowNamed('n 3')}`)
    expect(await kinds()).toEqual(['row-missing 2'])
    await tamper(sql`delete from audit where ${rowNamed('n 2')}`)
    expect(await kinds()).toEqual(['row-missing 2', 'row-missing 2'])
  })

  it('shows a row that was inserted among sealed ones', async () => {
    await tamper(sql`
      insert into audit (tenant_id, id, position, actor_kind, actor_name, action, target_kind, request_id)
      select tenant_id, gen_random_uuid(), position, 'system', 'x', 'x', 'x', 'x' from audit where ${rowNamed('n 2')}`)
    expect((await kinds())[0]).toMatch(/^row-inserted [23]$/)
    await tamper(sql`
      insert into audit (tenant_id, id, position, actor_kind, actor_name, action, target_kind, request_id)
      values (${acme.id}, gen_random_uuid(), -1, 'system', 'x', 'x', 'x', 'x')`)
    expect((await kinds())[0]).toBe('row-inserted 1')
  })

  it('shows rows whose order was changed', async () => {
    await tamper(sql`
      update audit set position = case target_name when 'n 2' then
        (select position from audit where ${rowNamed('n 3')}) else (select position from audit where ${rowNamed('n 2')}) end
       where tenant_id = ${acme.id} and target_name in ('n 2', 'n 3')`)
    // Ids of one millisecond are in any order, so the second row may be outside the seal.
    expect((await kinds())[0]).toBe('row-edited 2')
    const found = (await verified()).findings[0]
    expect(found?.message).toMatch(/^Row [0-9a-f-]{36} of .*Z was changed after it was sealed \(seal 2\)\.$/)
  })

  it('shows rows that changed places in what they say', async () => {
    await tamper(sql`update audit set target_name = case target_name when 'n 2' then 'n 4' else 'n 2' end
                      where tenant_id = ${acme.id} and target_name in ('n 2', 'n 4')`)
    expect(await kinds()).toEqual(['row-edited 2', 'row-edited 3'])
  })

  it.each<[string, ReturnType<typeof sql>]>([
    ['the entries', sql`entries = entries || '\\x00'::bytea`],
    ['the time', sql`sealed_at = sealed_at + interval '1 second'`],
    ['the number of rows', sql`row_count = row_count + 1`],
    ['the code', sql`mac = sha256(mac)`],
    ['the end', sql`last_position = last_position + 1`],
  ])('shows a seal where %s was edited', async (_, change) => {
    await tamper(sql`update audit_seals set ${change} where tenant_id = ${acme.id} and seq = 2`)
    expect(await kinds()).toContain('seal-edited 2')
  })

  it('shows a seal that was removed, the first one too', async () => {
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id} and seq = 2`)
    expect(await kinds()).toEqual(['seal-missing 2'])
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id} and seq = 1`)
    expect(await kinds()).toContain('seal-missing 2')
  })

  it('shows seals that changed places', async () => {
    await tamper(sql`update audit_seals set seq = 9 where tenant_id = ${acme.id} and seq = 2`)
    await tamper(sql`update audit_seals set seq = 2 where tenant_id = ${acme.id} and seq = 3`)
    await tamper(sql`update audit_seals set seq = 3 where tenant_id = ${acme.id} and seq = 9`)
    expect(await kinds()).toEqual(expect.arrayContaining(['seal-edited 2', 'seal-edited 3']))
  })

  it('shows a seal of another history under the same key, such as of a restored database', async () => {
    const [other] = await scope().transaction((tx) => readSeals(tx, { from: 2, to: 2, limit: 1 }))
    if (other === undefined) throw new Error('There is no seal 2.')
    const later = new Date(other.sealedAt.getTime() + 1000)
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id} and seq = 2`)
    await scope().transaction((tx) => addSeal(tx, key, { ...other, sealedAt: later }))
    expect(await kinds()).toEqual(['seal-edited 2'])
  })

  it('shows a row with its seal that was made again with another key', async () => {
    await tamper(sql`update audit set action = 'other' where ${rowNamed('n 4')}`)
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id} and seq = 3`)
    const other = secretKeyOf(randomBytes(32))
    await seal(other)
    expect(await kinds()).toEqual(['key-missing 3'])
  })

  it('cannot be changed by the role of the server', async () => {
    for (const table of ['audit', 'audit_seals'])
      for (const statement of [
        sql`update ${sql.table(table)} set tenant_id = tenant_id`,
        sql`delete from ${sql.table(table)}`,
      ])
        await expect(scope().transaction(({ db }) => statement.execute(db))).rejects.toThrow(/permission denied/)
    await scope().transaction(({ db }) => sql`select portico_audit_cut(2)`.execute(db))
    expect(await verified()).toMatchObject({ findings: [], rows: 7 })
  })

  describe('cannot be emptied by the role of the server', () => {
    const rowsThere = async () => {
      const { rows } = await scope().transaction(({ db }) =>
        sql<{ count: string }>`select count(*) as count from audit`.execute(db),
      )
      return Number(rows[0]?.count)
    }
    /** Adds a checkpoint without the key, after everything there is, and has it removed what it names. */
    const forgeCheckpoint = (seq: number, named: number) =>
      scope().transaction(async ({ db }) => {
        await sql`
          insert into audit_seals (tenant_id, seq, sealed_at, row_count, last_position, last_id, last_at, entries, cut_seq, key_id, mac)
          values (${acme.id}, ${seq}, now(), 0, 9223372036854775807, 'ffffffff-ffff-ffff-ffff-ffffffffffff', now() - interval '900 days',
                  '', ${named}, ${key.id}, '')`.execute(db)
        await sql`select portico_audit_cut(${named})`.execute(db)
      })

    it('by a checkpoint that names itself', async () => {
      await forgeCheckpoint(9, 9)
      expect(await rowsThere()).toBe(7)
      expect(await kinds()).toContain('seal-edited 9')
    })

    it('by a checkpoint that names what the role has added: new rows stay, and it is found', async () => {
      await forgeCheckpoint(9, 0)
      await forgeCheckpoint(10, 9)
      expect(await rowsThere()).toBe(7)
      expect(await kinds()).toContain('seal-edited 10')
    })

    it('with its tenant', async () => {
      await expect(scope().transaction(({ db }) => sql`delete from tenants`.execute(db))).rejects.toThrow(
        /permission denied/,
      )
      expect(await rowsThere()).toBe(7)
    })
  })
})

describe('the end of the log', () => {
  const read = async () => {
    const { readHead } = await import('./head.ts')
    const head = await scope().transaction((tx) => readHead(tx, [key]))
    if (head === undefined) throw new Error('nothing is sealed')
    return head
  }
  const cut = async () => {
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id} and seq = 3`)
    await tamper(sql`delete from audit where tenant_id = ${acme.id} and target_name in ('n 4', 'n 5')`)
  }

  it('is missed only by a head that was exported before', async () => {
    const head = await read()
    await cut()
    expect(await kinds()).toEqual([])
    expect(await kinds({ head })).toEqual(['tail-cut 3'])
    await write(['new'])
    await seal()
    expect(await kinds()).toEqual([])
    expect(await kinds({ head })).toEqual(['tail-replaced 3'])
  })

  it('is compared with a head while the log grows', async () => {
    const head = await read()
    await write(['later'])
    await seal()
    expect(await kinds({ head })).toEqual([])
  })

  it('a head that was changed, or is of another tenant or key, proves nothing', async () => {
    const head = await read()
    expect(await kinds({ head: { ...head, seal: 2 } })).toEqual(['head-invalid 2'])
    expect(await kinds({ head: { ...head, keyId: 'x' } })).toEqual(['head-key 3'])
    acme = await server.importTenant(smallTenant(`other${count}`))
    await seal()
    expect(await kinds({ head })).toEqual(['head-invalid 3'])
  })

  it('rows that are not sealed yet are named', async () => {
    await write(['a', 'b'])
    const { findings, unsealed } = await verified()
    expect([findings, unsealed]).toEqual([[], { rows: 2, oldestAt: expect.any(String) as string }])
  })
})

describe('sealing', () => {
  it('waits for transactions that began earlier, and misses no row of them', async () => {
    let commit = () => {}
    const held = new Promise<void>((resolve) => (commit = resolve))
    let wrote = () => {}
    const written = new Promise<void>((resolve) => (wrote = resolve))
    const slow = scope().transaction(async (tx) => {
      await record(tx, 'slow')
      wrote()
      await held
    })
    await written
    await write(['fast'])
    try {
      expect(await sealAll(server, key)).toBe(0)
      expect((await verified()).unsealed?.rows).toBe(1)
    } finally {
      commit()
      await slow
    }
    await seal()
    expect(await verified()).toMatchObject({ findings: [], rows: 9 })
  })

  it('reads few long rows at a time, ends a seal early for them, and verifies part by part', async () => {
    await scope().transaction(({ db }) =>
      sql`insert into audit (tenant_id, id, actor_kind, actor_name, action, target_kind, after, request_id)
          select ${acme.id}::uuid, gen_random_uuid(), 'system', 'x', 'test.long', 'test', to_jsonb(repeat('x', 200000)), 'r'
            from generate_series(1, 250) n`.execute(db),
    )
    // Rows with which one statement answered.
    const answered: number[] = []
    const counting = {
      transformQuery: ({ node }: { node: never }) => node,
      transformResult: async ({ result }: { result: { rows: unknown[] } }) => {
        answered.push(result.rows.length)
        return result
      },
    } as unknown as KyselyPlugin
    await seal()
    const { checkedRows, next } = await scope().transaction(({ db, ...tx }) =>
      verifyPart({ ...tx, db: db.withPlugin(counting) }, [key], { from: undefined }),
    )
    expect(Math.max(...answered)).toBeLessThanOrEqual(100)
    expect([checkedRows < 257, next === null]).toEqual([true, false])
    const { findings, rows, seals } = await verified()
    expect([findings, rows, seals]).toEqual([[], 257, 6])
  })

  it('continues for the other tenants if it fails for one', async () => {
    // Not of a test above: what was done to such a chain may hide its new rows.
    const fresh = [acme, await server.importTenant(smallTenant(`acme${(count += 1)}`))].map(({ id }) => id)
    const { rows: order } = await sql<{ id: string }>`select tenant_id as id from portico_audit_tenants(null)`.execute(
      server.database.app,
    )
    const [broken = '', other = ''] = order.map(({ id }) => id).filter((id) => fresh.includes(id))
    const sealsOf = sql<{ seq: string }>`select max(seq) as seq from audit_seals where tenant_id = ${broken}`
    await expect
      .poll(async () => {
        await sealAll(server, key)
        return tenantScope(server.database, broken).transaction(
          async ({ db }) => (await sealsOf.execute(db)).rows[0]?.seq,
        )
      })
      .not.toBe(null)
    // The chain cannot go on: the number of its next seal is out of range.
    await tamper(sql`update audit_seals set seq = 9223372036854775807 where tenant_id = ${broken}
      and seq = (select max(seq) from audit_seals where tenant_id = ${broken})`)
    // The tests below need it whole, whatever becomes of this one.
    onTestFinished(async () => {
      await tamper(sql`delete from audit_seals where tenant_id = ${broken}`)
    })
    for (const id of [broken, other])
      await tenantScope(server.database, id).transaction((tx) => record(tx, `new of ${broken}`))
    const isSealed = async () => {
      await sealAll(server, key).catch(() => {})
      const { unsealed } = await tenantScope(server.database, other).transaction((tx) =>
        verifyPart(tx, [key], { from: undefined }),
      )
      return unsealed?.rows === 0
    }
    await expect.poll(isSealed, { timeout: 50_000 }).toBe(true)
    // A turn passes over a chain that is being sealed.
    const end = () => sealAll(server, key).then(String, () => 'failed')
    await expect.poll(end, { timeout: 50_000 }).toBe('failed')
  })

  it('is done by one process at a time', async () => {
    await write(Array.from({ length: 20 }, (_, at) => `m ${at}`))
    await Promise.all(Array.from({ length: 6 }, () => scope().transaction((tx) => sealTenant(tx, key))))
    await seal()
    expect(await verified()).toMatchObject({ findings: [], rows: 27 })
  })

  it('continues with a new key, and what the earlier one sealed still verifies', async () => {
    const next = secretKeyOf(randomBytes(32))
    await write(['a'])
    await seal(next)
    expect(await kinds({ keys: [next, key] })).toEqual([])
    expect(await kinds({ keys: [next] })).toEqual(['key-missing 1', 'key-missing 2', 'key-missing 3'])
  })

  it('continues in a database whose transaction numbers start again, as after a restore', async () => {
    await tamper(sql`update audit set position = position + 1000000000 where tenant_id = ${acme.id}`)
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id}`)
    await settleAuditPositions(server.database.owner as never)
    await write(['restored'])
    await seal()
    expect(await verified()).toMatchObject({ findings: [], rows: 8 })
    const { rows } = await sql<{ target_name: string }>`
      select target_name from audit where tenant_id = ${acme.id} order by position desc limit 1`.execute(
      server.database.owner,
    )
    expect(rows).toEqual([{ target_name: 'restored' }])
  })
})

describe('retention', () => {
  const age = async (days: number) => {
    await tamper(sql`update audit set at = at - make_interval(days => ${days}) where tenant_id = ${acme.id}`)
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id}`)
    await seal()
  }

  it('removes whole seals and leaves a checkpoint that verifies', async () => {
    await age(401)
    await write(['kept'])
    await seal()
    const rest = { ...deps(), settings: { ...server.deps.settings, auditDays: 400 } }
    await sweep(rest)
    expect(await verified()).toMatchObject({ findings: [], rows: 1 })
    await sweep(rest)
    expect((await verified()).seals).toBe(2)
  })

  it('keeps a seal with one row that is not old enough, and rows that are not sealed', async () => {
    await age(401)
    await tamper(sql`update audit set at = now() where ${rowNamed('n 5')}`)
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id}`)
    await sweep(deps())
    expect((await verified()).unsealed?.rows).toBe(7)
    await seal()
    await sweep(deps())
    const { findings, rows } = await verified()
    expect([findings.map(({ kind }) => kind), rows]).toEqual([['sealed-late'], 7])
  })

  it('removes nothing under a seal whose time was changed: a checkpoint would cover up for it', async () => {
    await tamper(sql`update audit set at = at - interval '2 days' where tenant_id = ${acme.id}`)
    await tamper(
      sql`update audit_seals set last_at = last_at - interval '900 days' where tenant_id = ${acme.id} and seq < 3`,
    )
    await sweep(deps())
    expect(await kinds()).toEqual(expect.arrayContaining(['seal-edited 1', 'seal-edited 2']))
    expect(server.deps.auditAlarms.of(acme.id)).toMatchObject({ state: 'refused', found: { kind: 'seal-edited' } })
  })

  it('a checkpoint that was removed or changed is found', async () => {
    await age(401)
    await write(['kept'])
    await seal()
    await sweep(deps())
    await tamper(
      sql`update audit_seals set cut_mac = sha256(cut_mac) where tenant_id = ${acme.id} and cut_seq is not null`,
    )
    expect(await kinds()).toContain('seal-missing 1')
  })
})

describe('over the API', () => {
  let admin: Browser
  const serverOf = (auditKeys: AuditKeys) => {
    const app = createApp({ ...server.deps, auditKeys, checkReplies: true })
    return { fetch: (request: Request) => app.fetch(request, { address: '127.0.0.1' }) }
  }
  const browserOf = (auditKeys = fixedAuditKeys([key])) =>
    createBrowser(serverOf(auditKeys), testBaseUrl, {
      session: admin.cookies.get('portico-session') ?? '',
      csrf: admin.cookies.get('csrf') ?? '',
    }).core.client
  beforeEach(async () => {
    admin = await signedIn(server, acme, { username: `ada@acme${count}.example`, groups: ['admins'] })
  })

  it('an administrator exports the head and verifies with it', async () => {
    const client = browserOf()
    const head = await client.call(getAuditHead, {})
    expect(head).toMatchObject({ ok: true, value: { seal: 3, tenant: acme.id } })
    await tamper(sql`delete from audit_seals where tenant_id = ${acme.id} and seq = 3`)
    const query = { head: JSON.stringify(head.ok && head.value) }
    const answer = await client.call(verifyAudit, { query })
    expect(answer).toMatchObject({ ok: true, value: { findings: [{ kind: 'tail-cut', seal: 3 }], next: null } })
    expect(await client.call(verifyAudit, { query: { head: '{}' } })).toMatchObject({
      ok: false,
      problem: { status: 400, details: [{ fieldID: 'head' }] },
    })
  })

  it.each([
    ['without the key', fixedAuditKeys([])],
    ['that cannot read its key', auditKeysOf('', import.meta.dirname)],
  ])('a server %s says so', async (_, keys) => {
    for (const endpoint of [getAuditHead, verifyAudit])
      expect(await browserOf(keys).call(endpoint, {})).toMatchObject({
        ok: false,
        problem: { status: 409, errorID: 'AUDIT_KEY_MISSING' },
      })
  })
})
