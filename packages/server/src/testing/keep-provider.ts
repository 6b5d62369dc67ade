import { tenantScope } from '../kit/database/tenant-scope.ts'
import { keepDraft } from '../providers/identity-providers/drafts/keep-draft.ts'
import { recordProof } from '../providers/identity-providers/drafts/proofs.ts'
import { readConfigurations } from '../providers/identity-providers/drafts/working-copy.ts'
import { existing } from '../providers/identity-providers/rows.ts'
import type { TestServer } from './test-server.ts'

/** Puts the draft of a provider into effect, as Keep does after a test login that passed; nothing without a draft. */
export async function keepProvider(
  { database, deps }: Pick<TestServer, 'database' | 'deps'>,
  tenantId: string,
  id: string,
): Promise<void> {
  await tenantScope(database, tenantId).transaction(async (tx) => {
    const all = await readConfigurations(tx, await existing(tx, id))
    if (all.draft !== undefined) await keepDraft(tx, all, deps.clock.now())
  })
}

/** As a test login that passed leaves it: the draft may be kept by the call. */
export async function proveDraft(
  { database }: Pick<TestServer, 'database'>,
  tenantId: string,
  id: string,
): Promise<void> {
  await tenantScope(database, tenantId).transaction(async (tx) => {
    const { fingerprint } = (await readConfigurations(tx, await existing(tx, id))).working
    await recordProof(tx, {
      providerId: id,
      fingerprint,
      purpose: 'test',
      securityAdmin: true,
      provedBy: 'ada',
      subject: 'ada',
      groups: [],
    })
  })
}
