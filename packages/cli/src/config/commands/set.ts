import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { changesBetween, printDryRun } from '../../output/dry-run.ts'
import { changeConfig, withProfile } from '../../settings/config-file.ts'
import { requireSetting } from '../rows.ts'
import { phrase } from '../../phrases/phrase.ts'

export async function run(
  options: CommonOptions & { key: string; value: string },
  { paths, config: held, settings, io, say, warn }: CommandContext,
): Promise<void> {
  const setting = requireSetting(options.key)
  const value = setting.parse(options.value, io.cwd)
  const { key, scope } = setting
  if (options.dryRun) {
    const before = scope === 'profile' ? held.profiles[settings.profile] : held.general
    return printDryRun([], changesBetween({ [key]: before?.[key] }, { [key]: value }), io, false)
  }
  await changeConfig(paths.config, (config) =>
    scope === 'profile'
      ? withProfile(config, settings.profile, { [key]: value })
      : { ...config, general: { ...config.general, [key]: value } },
  )
  say(phrase`${key} is ${value}${scope === 'profile' ? phrase` in profile ${settings.profile}` : ''}.`)
  const stronger = settings.layersAboveConfig(key).find(({ source }) => source !== 'flag')
  if (stronger !== undefined) warn(phrase`${stronger.origin} still says ${stronger.value}, which counts more.`)
}
