import { isDeepStrictEqual } from 'node:util'

import { sql } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { checkUsernames } from '../../../people/usernames/check-usernames.ts'
import { endProviderSessions } from '../../../sign-in/sessions/end-sessions.ts'
import { replaceFormats } from '../../username-formats/save.ts'
import { refreshGroupNames } from '../group-names.ts'
import { primaryProviderId } from '../rows.ts'
import { deleteDraft } from './save-draft.ts'
import { addTestedGroups } from './tested-groups.ts'
import { findUnconfirmed } from './unconfirmed.ts'
import type { Configurations } from './working-copy.ts'

/**
 * Puts the draft into effect, in the caller's transaction: before it ends, sign-ins go on with the old configuration, and
 * those that are running then end with `provider-changed`. The first provider of a tenant becomes its primary one.
 */
export async function keepDraft(
  tx: TenantTransaction,
  { live, working }: Configurations,
  nowMs: number,
): Promise<void> {
  const { id, name, enabled, config, secrets, secrets_id: secretsId } = working.row
  const isFirst = enabled && (await primaryProviderId(tx)) === undefined
  await tx.db
    .updateTable('identity_providers')
    .set({
      name,
      enabled,
      config: JSON.stringify(config),
      secrets,
      secrets_id: secretsId,
      kept_at: sql<Date>`coalesce(kept_at, now())`,
      is_primary: isFirst || live.row.is_primary,
      version: sql<number>`version + 1`,
      config_version: sql<number>`config_version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await replaceFormats(tx, id, { before: live.formats, after: working.formats }, () => uuidv7(nowMs))
  await refreshGroupNames(tx, id)
  const isNew = live.row.kept_at === null || live.fingerprint !== working.fingerprint
  if (isNew && live.row.group_source === 'claims')
    await addTestedGroups(tx, { providerId: id, fingerprint: working.fingerprint }, nowMs)
  await deleteDraft(tx, id)
  if (!enabled) await endProviderSessions(tx, id)
  const isFinal = (await findUnconfirmed(tx, id)) === undefined
  if (isFinal && (enabled !== live.row.enabled || !isDeepStrictEqual(live.formats, working.formats)))
    await checkUsernames(tx, nowMs)
}
