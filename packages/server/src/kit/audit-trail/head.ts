import { createHmac, timingSafeEqual } from 'node:crypto'

import type { AuditHead } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { finding, type Finding } from './finding.ts'
import { findRemembered } from './follow.ts'
import { rememberedOf, type Remembered } from './memory.ts'
import { lastSeal, readSeals, type Seal } from './seal-rows.ts'

/**
 * The end of the tenant's chain, signed. It shows later that nothing was cut from the end. Where the chain does not continue what
 * this machine remembers, the head names the seal that it remembers. undefined: nothing is sealed.
 */
export async function readHead(
  tx: TenantTransaction,
  keys: readonly [SecretKey, ...SecretKey[]],
  remembered?: Remembered,
): Promise<AuditHead | undefined> {
  const last = await lastSeal(tx)
  const compared = remembered && (await findRemembered(tx, keys, { remembered, last }))
  const end = compared !== undefined && 'found' in compared ? remembered : last && rememberedOf(last)
  if (end === undefined) return undefined
  const [key] = keys
  const { seal, sealedAt, mac } = end
  const head = {
    format: 'portico-audit-head',
    version: 1,
    tenant: tx.tenantId,
    seal,
    sealedAt,
    mac,
    keyId: key.id,
  } as const
  return { ...head, signature: signatureOf(head, key) }
}

function signatureOf({ tenant, seal, sealedAt, mac, keyId }: Omit<AuditHead, 'signature'>, key: SecretKey): string {
  const text = JSON.stringify(['portico audit head 1', tenant, seal, sealedAt, mac, keyId])
  return createHmac('sha256', key.bytes).update(text).digest('hex')
}

/** Whether the chain still contains what the head names; undefined: it does, or retention has removed that part. */
export async function compareHead(
  tx: TenantTransaction,
  head: AuditHead,
  keys: readonly SecretKey[],
): Promise<Finding | undefined> {
  const key = keys.find(({ id }) => id === head.keyId)
  if (key === undefined) return finding('head-key', head.seal, { key: head.keyId })
  const wanted = Buffer.from(signatureOf(head, key), 'hex')
  const given = Buffer.from(head.signature, 'hex')
  if (head.tenant !== tx.tenantId || wanted.length !== given.length || !timingSafeEqual(wanted, given))
    return finding('head-invalid', head.seal)
  const [first] = await readSeals(tx, { limit: 1 })
  const [named] = await readSeals(tx, { from: head.seal, to: head.seal, limit: 1 })
  if (named === undefined && isBefore(head.seal, first)) return undefined
  if (named === undefined) return finding('tail-cut', head.seal, { at: head.sealedAt })
  return named.mac.toString('hex') === head.mac ? undefined : finding('tail-replaced', head.seal, { at: head.sealedAt })
}

function isBefore(seq: number, first: Seal | undefined): boolean {
  return first !== undefined && seq < first.seq
}
