import { readFileSync } from 'node:fs'

import { AuditHead, readInput, type AuditFinding } from '@portico/core/contract'

import { acceptLog } from '../../kit/audit-trail/accept.ts'
import { openAuditKey, rotateAuditKey, type AuditKeys } from '../../kit/audit-trail/keys.ts'
import { noteMemory, type Remembered } from '../../kit/audit-trail/memory.ts'
import { verifyPart } from '../../kit/audit-trail/verify.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { say } from '../../kit/words/say.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { OpenedStore, Place } from '../../app/open.ts'
import type { SecretKey } from '../../kit/secrets/secret-key.ts'
import { listTenants, type TenantRow } from '../../tenant/tenants/queries.ts'
import { operatorName, tenantNamed } from './in-tenant.ts'
import { changing, reading } from './with-store.ts'
import { UsageError } from './usage-error.ts'

export type VerifiedAudit = { readonly lines: readonly string[]; readonly findings: readonly AuditFinding[] }

/** Checks the audit log of a tenant on the host, also while servers run. */
export async function runAuditVerify(place: Place, slug: string, headFile?: string): Promise<VerifiedAudit> {
  const head = headFile === undefined ? undefined : readHead(headFile)
  return reading(place, async ({ database, auditKeys, auditMemory }) => {
    const tenant = await tenantNamed(database, slug)
    const keys = keysOf(auditKeys)
    const remembered = auditMemory.read()?.get(tenant.id)
    const findings: AuditFinding[] = []
    let [rows, seals] = [0, 0]
    for (let from: number | undefined; ;) {
      const asked = { from, head, remembered }
      const part = await tenantScope(database, tenant.id).transaction((tx) => verifyPart(tx, keys, asked))
      findings.push(...part.findings)
      rows += part.checkedRows
      seals += part.checkedSeals
      if (part.next === null)
        return { findings, lines: linesOf({ findings, rows, seals, head, remembered, unsealed: part.unsealed }) }
      from = part.next
    }
  })
}

function keysOf(auditKeys: AuditKeys): readonly [SecretKey, ...SecretKey[]] {
  const [key, ...earlier] = auditKeys.all()
  if (key === undefined) throw new Error(`${auditKeys.file} is missing: without it no seal can be checked.`)
  return [key, ...earlier]
}

/** Accepts the audit log of a tenant, or of all, as it is now (audit-trail/accept.ts). */
export async function runAuditAccept(place: Place, slug: string | undefined, reason: string): Promise<string[]> {
  const text = reason.trim()
  if (text === '' || text.length > reasonLengthMax || /\p{Cc}/u.test(text))
    throw new UsageError(`--reason takes one line of 1 to ${reasonLengthMax} characters.`)
  return changing(place, async (store) => {
    const { database } = store
    const tenants = slug === undefined ? await listTenants(database) : [await tenantNamed(database, slug)]
    return acceptTenants(store, tenants, { reason: text, isAll: slug === undefined })
  })
}

const reasonLengthMax = 500

/** `isAll`: tenants that are not there are forgotten. */
export async function acceptTenants(
  { database, auditKeys, auditMemory: memory }: Pick<OpenedStore, 'database' | 'auditKeys' | 'auditMemory'>,
  tenants: readonly TenantRow[],
  { reason, isAll }: { readonly reason: string; readonly isAll: boolean },
): Promise<string[]> {
  const key = await openAuditKey(database, auditKeys)
  // With one tenant in it, the file would no longer be missing, and the others' logs would be trusted as they are.
  if (!isAll && memory.read() === undefined)
    throw new Error(`${memory.file} is missing. Accept the logs of all tenants: leave the tenant out.`)
  const keys = [key, ...auditKeys.all().filter(({ id }) => id !== key.id)] as const
  const nowMs = Date.now()
  const by = { actor: { kind: 'operator', name: operatorName() }, requestId: uuidv7(nowMs), nowMs } as const
  const lines: string[] = []
  for (const { id, slug } of tenants) {
    const { mark, before, found, rows } = await acceptLog({ database, memory, keys, reason, by }, id)
    const earlier =
      before === undefined ? 'It remembered nothing of it before.' : (found?.message ?? 'It was as remembered.')
    lines.push(`${slug}: sealed ${rows} rows; this server now remembers seal ${mark.seq}. ${earlier}`)
  }
  if (isAll)
    await memory.update(database, (entries) => {
      const gone = [...entries.keys()].filter((id) => !tenants.some((tenant) => tenant.id === id))
      for (const id of gone) entries.delete(id)
      lines.push(...gone.map((id) => `${id}: not in the database; forgotten.`))
    })
  await noteMemory(database)
  return lines
}

function linesOf(done: {
  findings: readonly AuditFinding[]
  rows: number
  seals: number
  head: AuditHead | undefined
  remembered: Remembered | undefined
  unsealed: { rows: number; oldestAt: string | null } | null
}): string[] {
  const { findings, rows, seals, head, remembered, unsealed } = done
  return [
    ...findings.map(({ kind, message }) => `${kind}\t${message}`),
    ...(findings.length === 0 ? [say('audit.verified', { rows, seals })] : []),
    ...(unsealed !== null && unsealed.rows > 0
      ? [say('audit.unsealed', { rows: unsealed.rows, at: unsealed.oldestAt ?? '' })]
      : []),
    ...(remembered === undefined
      ? []
      : [say('audit.remembered', { seal: String(remembered.seal), since: remembered.since })]),
    ...(head === undefined && remembered === undefined ? [say('audit.withoutHead')] : []),
    say('audit.whoHasKey'),
  ]
}

function readHead(path: string): AuditHead {
  const read = readInput(AuditHead, parsed(readFileSync(path, 'utf8')))
  if (!read.ok) throw new Error(`${path} is not a head of the audit log. Write one with portico audit head -o FILE.`)
  return read.output as AuditHead
}

/** Undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A new key seals from now on; servers read the file before each seal. */
export async function runAuditRotateKey(place: Place): Promise<string> {
  return changing(place, async ({ database, auditKeys }) => {
    const { from, to } = await rotateAuditKey(database, auditKeys)
    return `audit key ${from} replaced by ${to}. Copy ${auditKeys.file} to the other hosts now; it also holds the earlier keys, to verify with.`
  })
}
