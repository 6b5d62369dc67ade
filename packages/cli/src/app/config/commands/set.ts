import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { changesBetween, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { changeConfig, withProfile } from '../../../kit/settings/config-file.ts'
import type { SettingKey } from '../../../kit/settings/keys.ts'
import { requireSetting } from '../rows.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Settings that the terminal UI reads when it begins. */
const readAtStart: readonly SettingKey[] = ['mouse', 'theme', 'refresh', 'favourites', 'hotkeys', 'columns']

export async function run(
  options: CommonOptions & { key: string; value: string },
  context: CommandContext,
): Promise<void> {
  const { paths, config: held, settings, io, warn, say } = context
  const setting = requireSetting(options.key)
  const value = setting.parse(options.value, io.cwd)
  const { key, scope } = setting
  if (options.dryRun) {
    const before = scope === 'profile' ? held.profiles[settings.profile] : held.general
    return printDryRun([], changesBetween({ [key]: before?.[key] }, { [key]: value }), io, options.json !== undefined)
  }
  await changeConfig(paths.config, (config) =>
    scope === 'profile'
      ? withProfile(config, settings.profile, { [key]: value })
      : { ...config, general: { ...config.general, [key]: value } },
  )
  const sentence = phrase`${key} is ${value}${scope === 'profile' ? phrase` in profile ${settings.profile}` : ''}.`
  report({ key, value }, sentence, options, context)
  if (readAtStart.includes(key)) say('A terminal UI that is open now takes this over when it is started again.')
  const stronger = settings.layersAboveConfig(key).find(({ source }) => source !== 'flag')
  if (stronger !== undefined) warn(phrase`${stronger.origin} still says ${stronger.value} and takes precedence.`)
}
