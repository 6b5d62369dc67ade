import { portalAppId, type ExplainedAccess } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { explainUsername } from '../../providers/username-formats/where-is.ts'
import { effectiveAccess } from '../grants/effective-access.ts'
import { uncountedAdminGroups } from '../grants/grants.ts'
import { stepsOf, type Facts } from './explained-steps.ts'
import { groupsOfPerson } from '../grants/groups-of-person.ts'
import { peopleOfUsername, personOfId, type KnownPerson } from './known-person.ts'
import { openingGroups } from './opening-groups.ts'

/** What is asked about; `isPlaced`: the application belongs to the environment. */
export type Asked = {
  readonly user: string
  readonly environment: { readonly id: string; readonly name: string } | null
  readonly application: { readonly id: string; readonly urn: string; readonly label: string } | null
  readonly isPlaced: boolean
}

/** The chain from a username to what the person can open. */
export async function explainAccess(tx: TenantTransaction, asked: Asked): Promise<ExplainedAccess> {
  const { environment, application } = asked
  const byId = await personOfId(tx, asked.user)
  const username = byId?.username ?? asked.user
  const where = await explainUsername(tx, username)
  const namesakes = byId === undefined ? await peopleOfUsername(tx, username, where.provider?.id) : [byId]
  const here = namesakes.filter(({ providerId }) => byId !== undefined || providerId === where.provider?.id)
  const person = here[0]
  const elsewhere = person === undefined ? namesakes[0] : undefined
  const providers = await providersOf(tx)
  const provider = providers.get(person?.providerId ?? where.provider?.id ?? '') ?? null
  const place = { environmentId: environment?.id, applicationId: application?.id }
  const { groups, groupCount } =
    person === undefined ? { groups: [], groupCount: 0 } : await groupsOfPerson(tx, person.id, 'mapped-first')
  const access = person === undefined ? null : await effectiveAccess(tx, person.id, place)
  const { openedBy, openedByCount } =
    application === null || provider === null
      ? { openedBy: [], openedByCount: 0 }
      : await openingGroups(tx, { applicationId: application.id, environmentId: environment?.id })
  const facts: Facts = {
    asked,
    where,
    provider,
    primary: [...providers.values()].find(({ primary }) => primary)?.name ?? null,
    person,
    namesakes: here.length,
    elsewhere: elsewhere && { ...elsewhere, provider: providers.get(elsewhere.providerId)?.name ?? '' },
    groups,
    groupCount,
    access,
    openedBy,
    openedByCount,
    uncounted: person === undefined ? [] : await uncountedAdminGroups(tx, person.id),
  }
  return {
    username,
    outcome: person !== undefined ? 'known' : provider !== null ? 'not-seen' : outcomeOf(where.outcome),
    allowed: isAllowed(facts),
    environment,
    application,
    format: where.format,
    provider,
    person: person === undefined ? null : shownPerson(person),
    groups,
    groupCount,
    access,
    openedBy,
    openedByCount,
    steps: stepsOf(facts),
  }
}

function outcomeOf(outcome: Facts['where']['outcome']): ExplainedAccess['outcome'] {
  // A format that leads to a provider of this tenant has a provider.
  return outcome === 'found' ? 'not-seen' : outcome
}

/** null: only a sign-in can tell. */
function isAllowed({ asked, provider, person, access }: Facts): boolean | null {
  if (provider === null || !provider.enabled) return false
  if (person === undefined || access === null) return null
  if (!person.active) return false
  if (asked.application?.id === portalAppId) return true
  return access.applicationCount > 0 || (asked.application === null && access.securityAdmin)
}

function shownPerson({ id, name, username, active, lastSignInAt }: KnownPerson): ExplainedAccess['person'] {
  return { id, name, username, active, lastSignInAt: lastSignInAt?.toISOString() ?? null }
}

async function providersOf(tx: TenantTransaction) {
  const rows = await tx.db
    .selectFrom('identity_providers')
    .select(['id', 'name', 'enabled', 'is_primary as primary'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
