import { closest } from '@portico/core'
import { fail } from '../../kit/errors/failure.ts'
import { settingOf, settings, type Setting } from '../../kit/settings/keys.ts'
import type { SettingRow } from './noun.ts'
import type { Resolved } from '../../kit/settings/resolve.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** Every source of the setting, highest precedence first; one row without a value if there is none. */
export function settingRows(setting: Setting, resolved: Resolved): readonly SettingRow[] {
  const { key, summary } = setting
  const layers = resolved.layers(key)
  if (layers.length === 0) return [{ key, value: null, source: null, origin: null, used: false, summary }]
  return layers.map(({ value, source, origin }, at) => ({ key, value, source, origin, used: at === 0, summary }))
}

export function requireSetting(key: string): Setting {
  const names: readonly string[] = settings.map((setting) => setting.key)
  const guess = closest(key, names)
  return (
    settingOf(key) ??
    fail(
      'usage',
      phrase`There is no setting ${key}.${guess === undefined ? phrase` There is: ${names.join(', ')}.` : phrase` Did you mean ${guess}?`}`,
      {
        hint: 'portico config list',
      },
    )
  )
}
