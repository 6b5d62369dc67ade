import { readFileSync } from 'node:fs'

import { AuditHead, readInput, type AuditFinding } from '@portico/core/contract'

import { rotateAuditKey } from '../audit/keys.ts'
import { verifyPart } from '../audit/verify.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { say } from '../http/say.ts'
import type { Place } from '../open.ts'
import { tenantNamed } from './in-tenant.ts'
import { changing, reading } from './with-store.ts'

export type VerifiedAudit = { readonly lines: readonly string[]; readonly findings: readonly AuditFinding[] }

/** Checks the audit log of a tenant on the host, also while servers run. */
export async function runAuditVerify(place: Place, slug: string, headFile?: string): Promise<VerifiedAudit> {
  const head = headFile === undefined ? undefined : readHead(headFile)
  return reading(place, async ({ database, auditKeys }) => {
    const tenant = await tenantNamed(database, slug)
    const keys = auditKeys.all()
    if (keys.length === 0) throw new Error(`${auditKeys.file} is missing: without it no seal can be checked.`)
    const findings: AuditFinding[] = []
    let [rows, seals] = [0, 0]
    for (let from: number | undefined; ;) {
      const asked = { from, head }
      const part = await tenantScope(database, tenant.id).transaction((tx) => verifyPart(tx, keys, asked))
      findings.push(...part.findings)
      rows += part.checkedRows
      seals += part.checkedSeals
      if (part.next === null)
        return { findings, lines: linesOf({ findings, rows, seals, head, unsealed: part.unsealed }) }
      from = part.next
    }
  })
}

function linesOf(done: {
  findings: readonly AuditFinding[]
  rows: number
  seals: number
  head: AuditHead | undefined
  unsealed: { rows: number; oldestAt: string | null } | null
}): string[] {
  const { findings, rows, seals, head, unsealed } = done
  return [
    ...findings.map(({ kind, message }) => `${kind}\t${message}`),
    ...(findings.length === 0 ? [say('audit.verified', { rows, seals })] : []),
    ...(unsealed !== null && unsealed.rows > 0
      ? [say('audit.unsealed', { rows: unsealed.rows, at: unsealed.oldestAt ?? '' })]
      : []),
    ...(head === undefined ? [say('audit.withoutHead')] : []),
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
