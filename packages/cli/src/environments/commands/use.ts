import { changeConfig, withProfile } from '../../config/config-file.ts'
import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { findEnvironment } from '../find.ts'

/** Stores an environment that exists in the profile; commands work in it from now on. */
export async function run(options: CommonOptions & { environment: string }, context: CommandContext): Promise<void> {
  const { paths, settings } = context
  const { name } = await findEnvironment(await context.server(), options.environment)
  await changeConfig(paths.config, (config) => withProfile(config, settings.profile, { environment: name }))
  context.say(`Profile ${settings.profile} works in ${name} from now on.`)
  const stronger = settings.layers('environment').find(({ source }) => source === 'environment' || source === 'project')
  if (stronger !== undefined) context.warn(`${stronger.origin} still names ${stronger.value}, which counts more.`)
}
