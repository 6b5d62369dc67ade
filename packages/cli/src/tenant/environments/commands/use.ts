import { selectEnvironment } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { findSelectable, selectEnvironmentFor } from '../select.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Selects an existing environment for later commands. */
export async function run(options: CommonOptions & { environment: string }, context: CommandContext): Promise<void> {
  const { settings, config, io } = context
  if (options.dryRun) {
    const { name, select } = await findSelectable(await context.server(), options.environment)
    const before = { environment: config.profiles[settings.profile]?.environment }
    const requests = select === undefined ? [] : [planned(selectEnvironment, {}, { env_id: name })]
    return printDryRun(requests, changesBetween(before, { environment: name }), io, options.json !== undefined)
  }
  const name = await selectEnvironmentFor(options.environment, context)
  const sentence = phrase`Profile ${settings.profile} works in ${name} from now on.`
  report({ profile: settings.profile, environment: name }, sentence, options, context)
  const stronger = settings.layers('environment').find(({ source }) => source === 'environment' || source === 'project')
  if (stronger !== undefined)
    context.warn(phrase`${stronger.origin} still names ${stronger.value} and takes precedence.`)
}
