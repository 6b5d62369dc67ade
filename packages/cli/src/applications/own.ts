import {
  getLauncherApplications,
  getLauncherPreferences,
  launcherSections,
  matchByIdOrName,
  type LauncherApplication,
  type LauncherSection,
} from '@portico/core'

import type { Server } from '../context/context.ts'
import { exactlyOne } from '../errors/exactly-one.ts'

/** What the person can open in the selected environment. */
export async function openApplications(server: Server): Promise<readonly LauncherApplication[]> {
  return (await server.call(getLauncherApplications, {})).value.applications
}

/** A section of the person's launcher, in its order. */
export async function ownApplications(
  server: Server,
  section: LauncherSection['id'],
): Promise<readonly LauncherApplication[]> {
  const [applications, { value: preferences }] = await Promise.all([
    openApplications(server),
    server.call(getLauncherPreferences, {}),
  ])
  return launcherSections(applications, preferences, '').find(({ id }) => id === section)?.applications ?? []
}

/** Finds an application that the person can open, by id, URN or unique name. */
export function pickOwn(applications: readonly LauncherApplication[], wanted: string): LauncherApplication {
  const matches = matchByIdOrName(applications, wanted, (row) => [row.urn, row.label])
  return exactlyOne(matches, {
    what: 'application',
    wanted,
    nameOf: (row) => row.urn,
    choices: applications.map(({ label }) => label),
  })
}
