import { roleList, roleScope, type Role } from '@portico/core'

import { applicationsOf, pickApplication } from '../../applications/applications/find.ts'
import type { CommandContext, Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { currentEnvironment } from '../../tenant/environments/find.ts'

/** The visible roles of an application in the environment of the command. */
export async function rolesOf(server: Server, app: string, context: CommandContext): Promise<readonly Role[]> {
  const { id: envId } = await currentEnvironment(server, context)
  const { id } = pickApplication(await applicationsOf(server, envId), app)
  return readRows(server, roleList, { scope: roleScope(envId, id) })
}
