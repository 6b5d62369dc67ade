import { getPrincipalInfo, listEnvironments, matchByIdOrName, selectEnvironment } from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { changeConfig, withProfile } from '../../kit/settings/config-file.ts'
import { findEnvironment } from './find.ts'

/**
 * Selects an environment and returns its name. It is stored in the profile; for a person's session it is also selected
 * at the server, as the environment picker does.
 */
export async function selectEnvironmentFor(wanted: string, context: CommandContext): Promise<string> {
  const { paths, settings } = context
  const server = await context.server()
  const { name, select } = await findSelectable(server, wanted)
  await select?.()
  await changeConfig(paths.config, (config) => withProfile(config, settings.profile, { environment: name }))
  return name
}

/** The environment to select; `select` is present if the server has to store the choice. */
export async function findSelectable(
  server: Server,
  wanted: string,
): Promise<{ name: string; select?: () => Promise<unknown> }> {
  const { kind } = (await server.call(getPrincipalInfo, {})).value
  return kind === 'user' ? openToPerson(server, wanted) : { name: (await findEnvironment(server, wanted)).name }
}

/** Among the environments open to the person, who need not be an administrator. */
async function openToPerson(server: Server, wanted: string) {
  const { environments } = (await server.call(listEnvironments, {})).value
  const matches = matchByIdOrName(environments, wanted, (row) => [row.name])
  const choices = environments.map(({ name }) => name)
  const chosen = exactlyOne(matches, { what: 'environment', wanted, nameOf: (row) => row.name, choices })
  // The client adds the CSRF token as a header; the form's field is for browsers.
  const select = () => server.call(selectEnvironment, { body: { env_id: chosen.id, 'X-CSRFToken': '' } })
  return { name: chosen.name, select }
}
