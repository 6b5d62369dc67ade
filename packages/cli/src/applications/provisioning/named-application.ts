import { applicationsOf, pickApplication } from '../applications/find.ts'
import type { CommandContext } from '../../kit/context/context.ts'
import { currentEnvironment } from '../../tenant/environments/find.ts'

/** The server, and the application in the environment that a command means. */
export async function namedApplication(context: CommandContext, app: string) {
  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const application = pickApplication(await applicationsOf(server, environment.id), app)
  return { server, environment, application, params: { envId: environment.id, appId: application.id } }
}
