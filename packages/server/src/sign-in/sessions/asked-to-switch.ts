import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** The page of spec section 2 that asks a person to accept. */
export const idpSwitchPath = '/portal/idp-switch'

/**
 * Whether the pending switch waits for this person: they signed in at its provider, are in its group, and have not
 * answered Not Now in this session.
 */
export async function isAskedToSwitch(tx: TenantTransaction, sessionHash: Buffer): Promise<boolean> {
  return (await pendingSwitch(tx, sessionHash).execute()).length > 0
}

/** The id of the switch that {@link isAskedToSwitch} finds. */
export function pendingSwitch(tx: TenantTransaction, sessionHash: Buffer) {
  const found = tx.db
    .selectFrom('primary_switches as w')
    .innerJoin('sessions as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 'w.tenant_id')
        .onRef('s.identity_provider_id', '=', 'w.identity_provider_id')
        .on('s.id_hash', '=', sessionHash),
    )
    .innerJoin('user_groups as ug', (join) =>
      join
        .onRef('ug.tenant_id', '=', 'w.tenant_id')
        .onRef('ug.user_id', '=', 's.user_id')
        .onRef('ug.group_id', '=', 'w.group_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'w.tenant_id')
    .select('w.id')
    .where('w.tenant_id', '=', tx.tenantId)
    // Nothing can be accepted there.
    .where('t.deactivated', '=', false)
    .where((where) =>
      where.or([where('s.skipped_switch', 'is', null), where('s.skipped_switch', '<>', where.ref('w.id'))]),
    )
  return found
}

/** The page that asks, which leads on to `next` afterwards. */
export function switchPageBefore(next: string): string {
  return `${idpSwitchPath}?${new URLSearchParams({ returnPath: next }).toString()}`
}
