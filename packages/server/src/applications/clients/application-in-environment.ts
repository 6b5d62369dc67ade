import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ClientPlace } from './register.ts'

/**
 * Keeps another request from changing how an application signs people in until the transaction ends. False where the
 * application does not live in the environment.
 */
export async function lockPlace(
  tx: TenantTransaction,
  { environmentId, applicationId }: { readonly environmentId: string; readonly applicationId: string },
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('environment_applications')
    .select('application_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', environmentId)
    .where('application_id', '=', applicationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** An environment by its slug, name or id; the only one where it is not named. Throws a sentence for the operator. */
export async function environmentOf(
  tx: TenantTransaction,
  named: string | undefined,
): Promise<ClientPlace['environment'] & { readonly slug: string }> {
  const all = await tx.db
    .selectFrom('environments')
    .select(['id', 'slug', 'name'])
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('slug')
    .execute()
  const [only] = all
  if (named === undefined && only !== undefined && all.length === 1) return only
  const wanted = named?.toLowerCase()
  const found = all.find(({ id, slug, name }) => [id, slug, name.toLowerCase()].some((one) => one === wanted))
  if (found !== undefined) return found
  const slugs = all.map(({ slug }) => slug).join(', ')
  throw new Error(
    named === undefined
      ? `The tenant has several environments. Say which with --env: ${slugs}.`
      : `There is no environment "${named}". There are: ${slugs}.`,
  )
}

export type FoundApplication = {
  readonly id: string
  readonly slug: string
  readonly label: string
  /** Whether it lives in the environment. */
  readonly isHere: boolean
}

/** An application of the tenant by its slug, URN or id; undefined: there is none. */
export async function applicationOf(
  tx: TenantTransaction,
  { named, environmentId }: { readonly named: string; readonly environmentId: string },
): Promise<FoundApplication | undefined> {
  const slug = /^urn:portico:[^:]+:application:(.+)$/.exec(named)?.[1] ?? named
  const row = await tx.db
    .selectFrom('applications as a')
    .leftJoin('environment_applications as ea', (join) =>
      join
        .onRef('ea.tenant_id', '=', 'a.tenant_id')
        .onRef('ea.application_id', '=', 'a.id')
        .on('ea.environment_id', '=', environmentId),
    )
    .select(['a.id', 'a.slug', 'a.label', 'ea.environment_id'])
    .where('a.tenant_id', '=', tx.tenantId)
    .where((where) => where.or([where('a.slug', '=', slug), where('a.id', '=', named)]))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { id: row.id, slug: row.slug, label: row.label, isHere: row.environment_id !== null }
}
