import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { tenantScope, type TenantScope } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { createTestServer, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { insertConnection, updateConnection } from './connections.ts'
import { takeTurn, type Turn } from './turn.ts'

const takenMs = 3_000
const config = {
  url: 'https://billing.example/scim',
  sendGroups: true,
  anyEmail: false,
  removal: 'deactivate',
  enabled: true,
} as const

let server: TestServer
let scope: TenantScope
let id: string
let round = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  const tenant = await server.importTenant(smallTenant(`turn${(round += 1)}`))
  scope = tenantScope(server.database, tenant.id)
  id = uuidv7(Date.now())
  await scope.transaction(async (tx) => {
    const { rows } = await sql<{ environmentId: string; applicationId: string }>`
      select environment_id as "environmentId", application_id as "applicationId" from environment_applications
       where application_id <> 'portal' limit 1`.execute(tx.db)
    const [place] = rows
    if (place === undefined) throw new Error('no place')
    await insertConnection(tx, { id, place, config, sealed: Buffer.from('sealed') })
  })
})

const take = async (from = scope): Promise<Turn> => {
  const turn = await takeTurn(from, id, takenMs)
  if (turn === undefined) throw new Error('no turn')
  return turn
}
const isFree = async () => {
  const other = await takeTurn(scope, id, takenMs)
  await other?.end()
  return other !== undefined
}
const untilMs = async () => {
  const { rows } = await scope.transaction(({ db }) =>
    sql<{ left: number }>`
      select extract(epoch from taken_until - now())::float8 * 1000 as left from provisioning_connections
       where id = ${id}`.execute(db),
  )
  return rows[0]?.left ?? 0
}
const after = (ms: number) => new Promise<void>((wait) => setTimeout(wait, ms))
const aborted = (signal: AbortSignal) =>
  new Promise<string>((ended) => signal.addEventListener('abort', () => ended(String(signal.reason))))

it('is kept for as long as the work takes, and is free at once after it', async () => {
  const turn = await take()
  const wasFree = await turn.hold(async ({ signal, check }) => {
    await after(takenMs * 1.5)
    check()
    expect(signal.aborted).toBe(false)
    return isFree()
  })
  expect(wasFree).toBe(false)
  await turn.end()
  expect(await isFree()).toBe(true)
})

it.each(['refuses every connection', 'does not answer'])(
  'ends here before it ends there when the database %s, also while the application has not answered',
  async (how) => {
    let isLost = false
    const from: TenantScope = {
      tenantId: scope.tenantId,
      transaction: (work) => {
        if (!isLost) return scope.transaction(work)
        return how === 'does not answer' ? new Promise(() => {}) : Promise.reject(new Error('no database'))
      },
    }
    const turn = await take(from)
    await turn.hold(async ({ signal, check }) => {
      isLost = true
      expect(await aborted(signal)).toContain('silence')
      expect(check).toThrow('silence')
      expect(await untilMs()).toBeGreaterThan(0)
    })
    expect(await isFree()).toBe(false)
    await expect.poll(isFree, { timeout: takenMs, interval: 100 }).toBe(true)
  },
)

it('is over for a process that stood still, although no timer told it', async () => {
  const turn = await take()
  await turn.hold(async ({ check }) => {
    const end = Date.now() + takenMs
    while (Date.now() < end);
    expect(check).toThrow('silence')
  })
})

it('ends when an administrator changes the connection, and no other process has it before the work has stopped', async () => {
  const turn = await take()
  await turn.hold(async ({ signal }) => {
    await scope.transaction((tx) => updateConnection(tx, { id, config, sealed: undefined }))
    expect(await turn.inTurn(async () => true)).toBeUndefined()
    expect(await isFree()).toBe(false)
    expect(await aborted(signal)).toContain('change')
    expect(await isFree()).toBe(false)
  })
  await turn.end()
  expect(await isFree()).toBe(true)
})
