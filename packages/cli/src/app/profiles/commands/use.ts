import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { changesBetween, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { changeConfig } from '../../../kit/settings/config-file.ts'
import { requireProfile } from '../../../kit/settings/require-profile.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

export async function run(options: CommonOptions & { name: string }, context: CommandContext): Promise<void> {
  const { config, paths, settings } = context
  const name = requireProfile(config, options.name)
  if (options.dryRun)
    return printDryRun(
      [],
      changesBetween({ profile: config.general.profile }, { profile: name }),
      context.io,
      options.json !== undefined,
    )
  await changeConfig(paths.config, (now) => ({ ...now, general: { ...now.general, profile: name } }))
  report({ profile: name }, phrase`Commands work with profile ${name} from now on.`, options, context)
  const stronger = settings.layers('profile').find(({ source }) => source === 'environment' || source === 'project')
  if (stronger !== undefined)
    context.warn(phrase`${stronger.origin} still names ${stronger.value} and takes precedence.`)
}
