import { orderByName, type LauncherNotices, type LauncherSettings } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { urn, uuidv7 } from '../../kit/identifiers.ts'

/** `isLocked`: until the transaction ends, no other one changes it. */
export async function readLauncherSettings(
  tx: TenantTransaction,
  { isLocked = false } = {},
): Promise<LauncherSettings> {
  const row = await settingsRow(tx, isLocked)
  const until = row.announcement_until?.toISOString() ?? null
  return {
    announcement: row.announcement === null ? null : { text: row.announcement, until },
    accessContact: row.access_contact,
  }
}

/** Another text gets another id, and is shown to those too who closed the one before. */
export async function saveLauncherSettings(
  tx: TenantTransaction,
  { announcement, accessContact }: { [Part in keyof LauncherSettings]?: LauncherSettings[Part] | undefined },
  nowMs: number,
): Promise<void> {
  const before = await settingsRow(tx)
  const id = before.announcement === announcement?.text ? before.announcement_id : uuidv7(nowMs)
  const until = announcement?.until ?? null
  await tx.db
    .updateTable('tenants')
    .set({
      ...(announcement === undefined
        ? {}
        : {
            announcement: announcement?.text ?? null,
            announcement_id: announcement === null ? null : id,
            announcement_until: until === null ? null : new Date(until),
          }),
      ...(accessContact === undefined ? {} : { access_contact: accessContact }),
    })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
}

/** `openIds`: the applications that the person can open, asked for only where one can be requested. */
export async function readNotices(
  tx: TenantTransaction,
  {
    environmentId,
    openIds,
    nowMs,
  }: { environmentId: string | null; openIds: () => Promise<ReadonlySet<string>>; nowMs: number },
): Promise<LauncherNotices> {
  const row = await settingsRow(tx)
  const isOver = row.announcement_until !== null && row.announcement_until.getTime() <= nowMs
  const { announcement: text, announcement_id: id } = row
  return {
    announcement: text === null || id === null || isOver ? null : { id, text },
    accessContact: row.access_contact,
    requestable: environmentId === null ? [] : await requestableIn(tx, environmentId, openIds),
  }
}

async function requestableIn(
  tx: TenantTransaction,
  environmentId: string,
  openIds: () => Promise<ReadonlySet<string>>,
): Promise<LauncherNotices['requestable']> {
  const rows = await tx.db
    .selectFrom('environment_applications as ea')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'ea.tenant_id').onRef('a.id', '=', 'ea.application_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .select(['a.id', 'a.label', 'a.slug', 't.slug as tenant_slug', 'ea.access_text as text'])
    .where('ea.tenant_id', '=', tx.tenantId)
    .where('ea.environment_id', '=', environmentId)
    .where('ea.access_text', 'is not', null)
    .execute()
  if (rows.length === 0) return []
  const open = await openIds()
  const asked = rows.filter((one) => !open.has(one.id))
  return orderByName(
    asked.map(({ id, label, slug, tenant_slug, text }) => ({
      id,
      label,
      urn: urn(tenant_slug, 'application', slug),
      text: text ?? '',
    })),
    ({ label }) => label,
  )
}

export async function readAccessText(
  tx: TenantTransaction,
  environmentId: string,
  applicationId: string,
): Promise<string | null> {
  const row = await tx.db
    .selectFrom('environment_applications')
    .select('access_text')
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', environmentId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return row?.access_text ?? null
}

/** false: the application is not in that environment. */
export async function saveAccessText(
  tx: TenantTransaction,
  environmentId: string,
  applicationId: string,
  text: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('environment_applications')
    .set({ access_text: text })
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', environmentId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function settingsRow(tx: TenantTransaction, isLocked = false) {
  const row = tx.db
    .selectFrom('tenants')
    .select(['announcement', 'announcement_id', 'announcement_until', 'access_contact'])
    .where('tenant_id', '=', tx.tenantId)
  return (isLocked ? row.forNoKeyUpdate() : row).executeTakeFirstOrThrow()
}
