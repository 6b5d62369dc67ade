import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { changeConfig, type Values } from '../../../kit/settings/config-file.ts'
import type { SettingKey } from '../../../kit/settings/keys.ts'
import { requireSetting } from '../rows.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

export async function run(options: CommonOptions & { key: string }, context: CommandContext): Promise<void> {
  const { paths, settings, config, io } = context
  const { key, scope } = requireSetting(options.key)
  const { profile } = settings
  const held = scope === 'profile' ? config.profiles[profile] : config.general
  if (held?.[key] === undefined) return fail('not-found', phrase`${key} is not set in ${paths.config}.`)
  if (options.dryRun)
    return printDryRun([], [{ field: key, from: held[key] ?? null, to: null }], io, options.json !== undefined)
  await changeConfig(paths.config, (now) =>
    scope === 'profile'
      ? { ...now, profiles: { ...now.profiles, [profile]: without(now.profiles[profile] ?? {}, key) } }
      : { ...now, general: without(now.general, key) },
  )
  const sentence = phrase`${key} is no longer set${scope === 'profile' ? phrase` in profile ${profile}` : ''}.`
  report({ key, value: null }, sentence, options, context)
}

function without(values: Values, key: SettingKey): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== key))
}
