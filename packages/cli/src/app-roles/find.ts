import { roleList, roleScope, type Role } from '@portico/core'

import { applicationsOf, pickApplication } from '../applications/find.ts'
import type { CommandContext, Server } from '../context/context.ts'
import { readRows } from '../context/read-rows.ts'
import { currentEnvironment } from '../environments/find.ts'

/** The visible roles of an application in the environment of the command. */
export async function rolesOf(server: Server, app: string, context: CommandContext): Promise<readonly Role[]> {
  const { id: envId } = await currentEnvironment(server, context)
  const { id } = pickApplication(await applicationsOf(server, envId), app)
  return readRows(server, roleList, { scope: roleScope(envId, id) })
}
