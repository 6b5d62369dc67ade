import { changeConfig, withProfile } from './config-file.ts'
import { changedTexts, type OwnChange } from './own-settings.ts'

/** Changes what the profile stores now, which another terminal UI may have changed since this one started. */
export function keepOwn(path: string, profile: string, change: OwnChange): Promise<void> {
  return changeConfig(path, (config) =>
    withProfile(config, profile, changedTexts(config.profiles[profile] ?? {}, change)),
  )
}
