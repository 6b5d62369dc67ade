import { dirname } from 'node:path'

import { fail } from '../errors/failure.ts'
import { withLock } from '../storage/lock.ts'
import { readJsonObject } from '../storage/private-file.ts'
import { settings, type SettingKey } from './keys.ts'
import { phrase } from '../phrases/phrase.ts'

export type Values = Partial<Record<SettingKey, string>>

/** `config.json`: settings for all profiles, and the profiles. */
export type Config = { readonly general: Values; readonly profiles: Readonly<Record<string, Values>> }

/** Reads with plain fs: conf would add 16 % to whoami. */
export function readConfig(path: string): Config {
  const file = readJsonObject(path) ?? {}
  const profiles = objectAt(file, 'profiles', path)
  return {
    general: valuesOf(objectAt(file, 'general', path), path),
    profiles: Object.fromEntries(
      Object.keys(profiles).map((name) => [name, valuesOf(objectAt(profiles, name, path), path)]),
    ),
  }
}

/** Changes the file under a lock: read, change, atomic rename, mode 0600. */
export async function changeConfig(path: string, change: (config: Config) => Config): Promise<void> {
  const { default: Conf } = await import('conf')
  await withLock(path, () => {
    const next = change(readConfig(path))
    const file = new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: 'config',
      projectName: 'portico',
      projectSuffix: '',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    })
    file.store = { general: next.general, profiles: next.profiles }
  })
}

export function withProfile(config: Config, name: string, values: Values): Config {
  return { ...config, profiles: { ...config.profiles, [name]: { ...config.profiles[name], ...values } } }
}

function objectAt(from: Record<string, unknown>, key: string, path: string): Record<string, unknown> {
  const value = from[key]
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  return fail('failure', phrase`${path} is damaged: ${key} is not an object.`)
}

/** Unknown keys are ignored; a known key that is not text, a truth value or the number of `refresh` means that the file is damaged. */
export function valuesOf(from: Record<string, unknown>, path: string): Values {
  const values: Values = {}
  for (const { key } of settings) {
    const value = from[key]
    if (value === undefined || value === null) continue
    const isText = typeof value === 'string' || typeof value === 'boolean'
    if (!isText && !(key === 'refresh' && typeof value === 'number'))
      fail('failure', phrase`${path} is damaged: ${key} is not text.`)
    values[key] = String(value)
  }
  return values
}
