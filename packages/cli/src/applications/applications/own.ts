import {
  getLauncherApplications,
  getLauncherPreferences,
  getPrincipalInfo,
  launcherSections,
  matchByIdOrName,
  shellQuoted,
  type LauncherApplication,
  type LauncherPreferences,
  type LauncherSection,
} from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { CommandFailure, fail } from '../../kit/errors/failure.ts'
import { failureOf } from '../../kit/errors/problem-failure.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** What the person can open in the selected environment. */
export async function openApplications(server: Server): Promise<readonly LauncherApplication[]> {
  return (await server.call(getLauncherApplications, {})).value.applications
}

/** A section of the person's launcher, in its order. */
export async function ownApplications(
  server: Server,
  section: LauncherSection['id'],
): Promise<readonly LauncherApplication[]> {
  const [applications, preferences] = await Promise.all([
    openApplications(server),
    // A service account opens applications too, in the order by name.
    section === 'all' ? arrangementOf(server).then((own) => own ?? notArranged) : ownPreferences(server),
  ])
  return launcherSections(applications, preferences, '').find(({ id }) => id === section)?.applications ?? []
}

/** How the person arranged the launcher. Fails for a service account, which has no arrangement. */
export async function ownPreferences(server: Server): Promise<LauncherPreferences> {
  return (await arrangementOf(server)) ?? fail('forbidden', personOnlySentence, { hint: 'portico login' })
}

const personOnlySentence = phrase`Favourites and recently opened applications belong to people; you are signed in as a service account.`
const notArranged: LauncherPreferences = { layout: 'grid', favourites: [], order: [], recent: [] }

/** undefined for a service account. */
async function arrangementOf(server: Server): Promise<LauncherPreferences | undefined> {
  const outcome = await server.attempt(getLauncherPreferences, {})
  if (outcome.ok) return outcome.value
  const failure = failureOf(outcome.problem)
  if (failure.errorID === 'PERSON_ONLY') return undefined
  throw new CommandFailure(failure)
}

/** Finds an application that the person can open, by id, URN or unique name. */
export async function findOwn(server: Server, wanted: string): Promise<LauncherApplication> {
  const applications = await openApplications(server)
  if (applications.length === 0) await checkEnvironment(server)
  const matches = matchByIdOrName(applications, wanted, (row) => [row.urn, row.label])
  return exactlyOne(matches, {
    what: 'application',
    wanted,
    nameOf: (row) => row.urn,
    choices: applications.map(({ label }) => label),
  })
}

/**
 * Fails for a person without an environment, who then sees no application, and for one whose session works in another than the one
 * `named`: the server answers for that of the session.
 */
export async function checkEnvironment(server: Server, named?: string): Promise<void> {
  const { kind, environment } = (await server.call(getPrincipalInfo, {})).value
  if (kind !== 'user') return
  if (environment === null)
    return fail('validation', 'No environment is chosen, and applications belong to one.', {
      hint: 'portico env use NAME',
    })
  if (named === undefined || matchByIdOrName([environment], named, ({ name }) => [name]).length > 0) return
  fail(
    'validation',
    phrase`Your session works in ${environment.name}, and only its applications can be listed as yours.`,
    {
      hint: `portico env use ${shellQuoted(named)}`,
    },
  )
}
