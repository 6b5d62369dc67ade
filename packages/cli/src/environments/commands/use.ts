import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { selectEnvironmentFor } from '../select.ts'

/** Selects an environment that exists; commands work in it from now on. */
export async function run(options: CommonOptions & { environment: string }, context: CommandContext): Promise<void> {
  const { settings } = context
  const name = await selectEnvironmentFor(options.environment, context)
  context.say(`Profile ${settings.profile} works in ${name} from now on.`)
  const stronger = settings.layers('environment').find(({ source }) => source === 'environment' || source === 'project')
  if (stronger !== undefined) context.warn(`${stronger.origin} still names ${stronger.value}, which counts more.`)
}
