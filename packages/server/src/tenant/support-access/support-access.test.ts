import { getSupportAccess, putSupportAccess, type SupportAccess } from '@portico/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const slug = `acme${(count += 1)}`
  acme = await server.importTenant(smallTenant(slug))
  admin = await signedIn(server, acme, { username: `ada@${slug}.example`, groups: ['admins'] })
})

const off = { allowProsAccess: false, allowProsChange: false }
const read = () => admin.core.client.call(getSupportAccess)
const stored = async () => {
  const outcome = await read()
  return outcome.ok ? outcome.value : outcome.problem
}
const put = (body: Partial<SupportAccess> & { allowProsAccess: boolean }, ifMatch?: string) =>
  admin.core.client.call(putSupportAccess, { body, ifMatch })
const reimport = (tenant: object) =>
  server.importTenant({ ...smallTenant(acme.slug), tenant: { slug: acme.slug, name: 'A', ...tenant } })

describe('support access of a tenant', () => {
  it('is off, and an administrator switches it on and off (spec sections 3 and 9)', async () => {
    expect(await stored()).toEqual(off)
    expect(await put({ allowProsAccess: true })).toMatchObject({
      value: { allowProsAccess: true, allowProsChange: false },
    })
    expect(await stored()).toEqual({ allowProsAccess: true, allowProsChange: false })
    expect(await put({ allowProsAccess: true, allowProsChange: true })).toMatchObject({ ok: true })
    expect(await stored()).toEqual({ allowProsAccess: true, allowProsChange: true })
    expect(await put({ allowProsAccess: false })).toMatchObject({ ok: true })
    expect(await stored()).toEqual(off)
    const rows = (await auditRows(server, acme)).filter(({ action }) => action === 'support-access.update')
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      [off, { allowProsAccess: true, allowProsChange: false }],
      [
        { allowProsAccess: true, allowProsChange: false },
        { allowProsAccess: true, allowProsChange: true },
      ],
      [{ allowProsAccess: true, allowProsChange: true }, off],
    ])
  })

  it('grants no change without access', async () => {
    expect(await put({ allowProsAccess: false, allowProsChange: true })).toMatchObject({
      problem: { status: 400, details: [{ errorID: 'SUPPORT_CHANGE_NEEDS_ACCESS', fieldID: 'allowProsChange' }] },
    })
    expect(await stored()).toEqual(off)
  })

  it('is changed only as it was read, and a repeated call changes nothing', async () => {
    const first = await read()
    const etag = first.ok ? first.etag : ''
    expect(await put({ allowProsAccess: true }, etag)).toMatchObject({ ok: true })
    expect(await put({ allowProsAccess: false }, etag)).toMatchObject({ problem: { status: 412 } })
    const audited = (await auditRows(server, acme)).length
    expect(await put({ allowProsAccess: true })).toMatchObject({ ok: true })
    expect(await auditRows(server, acme)).toHaveLength(audited)
  })

  it('comes from the tenant file, which leaves it alone where it does not name it', async () => {
    await reimport({ allowProsAccess: true, allowProsChange: true })
    expect(await stored()).toEqual({ allowProsAccess: true, allowProsChange: true })
    await reimport({})
    expect(await stored()).toEqual({ allowProsAccess: true, allowProsChange: true })
    await reimport({ allowProsAccess: false })
    expect(await stored()).toEqual(off)
  })
})
