import { changeConfig } from '../../config/config-file.ts'
import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { requireProfile } from '../find.ts'

export async function run(options: CommonOptions & { name: string }, context: CommandContext): Promise<void> {
  const { config, paths, settings } = context
  const name = requireProfile(config, options.name)
  await changeConfig(paths.config, (now) => ({ ...now, general: { ...now.general, profile: name } }))
  context.say(`Commands work with profile ${name} from now on.`)
  const stronger = settings.layers('profile').find(({ source }) => source === 'environment' || source === 'project')
  if (stronger !== undefined) context.warn(`${stronger.origin} still names ${stronger.value}, which counts more.`)
}
