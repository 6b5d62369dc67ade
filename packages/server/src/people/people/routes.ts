import {
  deactivatePerson,
  getPerson,
  listPeople,
  pageLimitMax,
  reactivatePerson,
  signOutPerson,
  type Person,
} from '@portico/core/contract'
import { sql } from 'kysely'

import { effectiveAccess } from '../../access/grants/effective-access.ts'
import { groupsOfPerson } from '../../access/grants/groups-of-person.ts'
import { revokeTokensOfPerson } from '../../machines/api-tokens/revoke-of-person.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { Failure, notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { say } from '../../kit/words/say.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { findProviderRow, lockProviderList } from '../../providers/identity-providers/rows.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { keepingAdminPath } from '../../providers/identity-providers/keep-admin-path.ts'
import { isKeptOutByDirectory } from './bind-provisioned.ts'
import { endSessionsOfPerson } from '../../sign-in/sessions/end-sessions.ts'
import { summaryOf } from '../../sign-in/records/routes.ts'
import { explainUsername } from '../../providers/username-formats/where-is.ts'
import { everyPerson, personPage, personPlace } from './list-queries.ts'
import { findLockedPerson, findPerson, sessionsOfPerson, setActive, type OnePerson } from './queries.ts'
import { recordedGroups, signInsOfPerson } from './sign-ins.ts'

const kind = 'person'

export const peopleRoutes = [
  route(listPeople, ['admin', 'support-reading'], async ({ tx, query }) => {
    const { search, match, idp, state, group, cursor, sort, limit = String(pageLimitMax) } = query
    const place = personPlace(cursor)
    // An unknown provider or group, or one of another tenant, has no people here.
    if ([idp, group].some((id) => id !== undefined && !isUuid(id)))
      return { value: { people: [], ...(await totalOf(tx, query, sql`select where false`)) } }
    const filter = {
      search,
      match,
      state,
      identityProviderId: idp,
      memberOf: group === undefined ? undefined : [group],
    }
    const page = await personPage(tx, filter, { isDescending: sort === '-name', place, limit: Number(limit) })
    const total = await totalOf(tx, query, (isExact) => everyPerson(tx, filter, isExact))
    return { value: { ...page, people: [...page.people], ...total } }
  }),

  route(getPerson, ['admin', 'support-reading'], async ({ tx, params, actor }) => {
    const person = await findPerson(tx, params.id)
    if (person === undefined) throw notFound()
    const signIns = await signInsOfPerson(tx, person)
    const { groups, groupCount } = await groupsOfPerson(tx, person.id, 'by-name')
    const value = {
      ...person,
      usernameBelongs: person.usernameForeignSince === null ? null : await whereBelongs(tx, person),
      isYou: actor.id === person.id,
      groups: groups.map(({ id, name, claim }) => ({ id, name, claim })),
      groupCount,
      groupSource: await groupSourceOf(tx, person.identityProvider.id),
      recorded: recordedGroups(signIns),
      access: await effectiveAccess(tx, person.id),
      sessions: await sessionsOfPerson(tx, person.id),
      signIns: signIns.map(summaryOf),
    }
    return { value }
  }),

  route(signOutPerson, 'admin', async ({ tx, params, audit }) => {
    const person = await locked(tx, params.id)
    const endedSessions = await endSessionsOfPerson(tx, person.id)
    await audit({ action: 'person.sign-out', target: targetOf(person), after: { endedSessions } })
    return { value: { endedSessions } }
  }),

  // One at a time with everything else that may take the last path to Security Admin away.
  route(
    deactivatePerson,
    'admin',
    { 409: ['LAST_ADMIN_PATH', 'OWN_ACCOUNT'] },
    async ({ tx, params, actor, audit, checkAgain }) => {
      await lockProviderList(tx)
      // The sender may have been deactivated by the one before.
      await checkAgain()
      const person = await locked(tx, params.id)
      if (actor.id === person.id) throw new Failure(409, 'OWN_ACCOUNT', { resource: { type: kind, id: person.id } })
      // A person whom only the username keeps inactive stays so when it fits again.
      const isHeld = person.usernameForeignSince !== null && person.deactivatedAt === null
      if (!person.active && !isHeld) return { value: shown(person) }
      await keepingAdminPath(
        tx,
        () => setActive(tx, person.id, actor.name),
        (groups) => say('adminPath.lastPerson', { name: person.name, groups }),
        'known-people',
      )
      const endedSessions = await endSessionsOfPerson(tx, person.id)
      const revokedTokens = await revokeTokensOfPerson(tx, person.id, actor.name)
      await audit({
        action: 'person.deactivate',
        target: targetOf(person),
        before: { active: person.active },
        after: { active: false, endedSessions, revokedTokens },
      })
      return { value: shown(await locked(tx, person.id)) }
    },
  ),

  route(
    reactivatePerson,
    'admin',
    { 409: ['FOREIGN_USERNAME', 'INACTIVE_IN_DIRECTORY'] },
    async ({ tx, params, audit }) => {
      const person = await locked(tx, params.id)
      if (person.active) return { value: shown(person) }
      if (person.usernameForeignSince !== null) throw await foreignUsername(tx, person)
      if (await isKeptOutByDirectory(tx, person.id)) throw inactiveInDirectory(person)
      await setActive(tx, person.id, null)
      const { deactivatedAt, deactivatedBy } = person
      const before = { active: false, deactivatedAt, deactivatedBy }
      await audit({ action: 'person.reactivate', target: targetOf(person), before, after: { active: true } })
      return { value: shown(await locked(tx, person.id)) }
    },
  ),
]

async function groupSourceOf(tx: TenantTransaction, providerId: string) {
  return (await findProviderRow(tx, providerId))?.group_source ?? 'claims'
}

async function locked(tx: TenantTransaction, id: string): Promise<OnePerson> {
  const person = await findLockedPerson(tx, id)
  if (person === undefined) throw notFound()
  return person
}

function inactiveInDirectory({ id, name, identityProvider }: OnePerson): Failure {
  const values = { name, provider: identityProvider.name }
  return new Failure(409, 'INACTIVE_IN_DIRECTORY', { values, resource: { type: kind, id } })
}

async function foreignUsername(tx: TenantTransaction, person: OnePerson): Promise<Failure> {
  const { id, username, identityProvider } = person
  const values = { username, provider: identityProvider.name, reason: await whereBelongs(tx, person) }
  return new Failure(409, 'FOREIGN_USERNAME', { values, resource: { type: kind, id } })
}

/** To whom a username belongs that is not of the person's provider. */
async function whereBelongs(tx: TenantTransaction, { username, identityProvider }: OnePerson): Promise<string> {
  const { outcome, provider, explanation } = await explainUsername(tx, username)
  // Its domain is the provider's, but applications may read another one from it.
  if (outcome === 'found' && provider?.id === identityProvider.id) return say('people.ambiguousUsername')
  return explanation
}

function shown({ nickname: _, usernameReceived: __, ...person }: OnePerson): Person {
  return person
}

/** The audit target, with the same kind as for signing in and out. */
function targetOf({ id, name }: OnePerson) {
  return { kind: 'user', id, name }
}
