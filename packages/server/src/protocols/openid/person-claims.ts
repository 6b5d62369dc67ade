import { sql } from 'kysely'

import { grantsOfPerson } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { ownAddresses } from '../../providers/username-formats/own-addresses.ts'
import type { Scope } from './limits.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

/** What an application learns of a person in one environment. */
export type PersonClaims = {
  readonly username: string
  readonly name: string
  readonly givenName: string | null
  readonly familyName: string | null
  readonly locale: string | null
  /** When one of these last changed. */
  readonly updatedAt: Date
  /** As the person's provider or its directory says it. */
  readonly email: string | null
  /** The same if it is in a domain of that provider: only this one may name the person to an application. */
  readonly ownEmail: string | null
  /** What the provider says about it; null: nothing. Always false for an address that is not in a domain of the provider. */
  readonly emailVerified: boolean | null
  /** Names of the person's roles in the application. */
  readonly roles: readonly string[]
  readonly tenantRoles: readonly string[]
}

/**
 * The person as an application sees them now; undefined when they are deactivated, or may not open the application in this
 * environment.
 */
export async function readPersonClaims(
  tx: TenantTransaction,
  userId: string,
  { environmentId, applicationId }: { readonly environmentId: string; readonly applicationId: string },
): Promise<PersonClaims | undefined> {
  const { rows } = await sql<Row>`
    with held as materialized (
      select o.kind, o.label, case when o.is_visible then r.name end as name
        from (${grantsOfPerson(tx, userId)}) o
        left join app_roles r on r.tenant_id = ${tx.tenantId} and r.id = o.role_id and o.kind = 'application-role'
       where o.environment_id = ${environmentId}
         and (o.application_id = ${applicationId} or o.kind = 'tenant-role'))
    select u.username, u.name, u.given_name as "givenName", u.family_name as "familyName", u.locale,
           u.updated_at as "updatedAt", u.email, u.identity_provider_id as "providerId",
           case when u.email_verified_of = u.email then u.email_verified end as "saidVerified",
           exists (select from held where kind <> 'tenant-role') as opens,
           array(select distinct h.name from held h where h.name is not null order by 1) as roles,
           array(select distinct h.label from held h where h.kind = 'tenant-role' order by 1) as "tenantRoles"
      from users u
     where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and ${maySignIn('u')}`.execute(tx.db)
  const [row] = rows
  if (row === undefined || !row.opens) return undefined
  const { opens: _, providerId: __, saidVerified, ...person } = row
  const isOwn = (await ownAddresses(tx, [row]))(row)
  return { ...person, ownEmail: isOwn ? person.email : null, emailVerified: isOwn ? saidVerified : false }
}

type Row = Omit<PersonClaims, 'ownEmail' | 'emailVerified'> & {
  readonly opens: boolean
  readonly providerId: string
  readonly saidVerified: boolean | null
}

/** The claims of a person for an ID token and userinfo (OpenID Connect Core section 5.4), by scope; ours come with `openid`. */
export function claimsOf(
  { username, name, givenName, familyName, locale, updatedAt, email, emailVerified, roles, tenantRoles }: PersonClaims,
  {
    scopes,
    tenantId,
    environmentId,
  }: { readonly scopes: readonly Scope[]; readonly tenantId: string; readonly environmentId: string },
) {
  return {
    tenant: tenantId,
    environment: environmentId,
    roles,
    tenant_roles: tenantRoles,
    ...(scopes.includes('profile') && {
      name,
      preferred_username: username,
      ...(givenName !== null && { given_name: givenName }),
      ...(familyName !== null && { family_name: familyName }),
      ...(locale !== null && { locale }),
      updated_at: Math.floor(updatedAt.getTime() / 1000),
    }),
    ...(scopes.includes('email') &&
      email !== null && { email, ...(emailVerified !== null && { email_verified: emailVerified }) }),
  }
}
