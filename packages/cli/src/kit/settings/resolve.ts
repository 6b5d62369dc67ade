import { CommandFailure, fail } from '../errors/failure.ts'
import type { Io } from '../io/io.ts'
import type { Config, Values } from './config-file.ts'
import { profileName, settingOf, settings, type Setting, type SettingKey } from './keys.ts'
import type { Project } from './project-file.ts'
import { phrase, phraseOf } from '../phrases/phrase.ts'

export type Source = 'flag' | 'environment' | 'project' | 'profile' | 'config' | 'default'

/** One place a setting was found in, e.g. `environment` / `PORTICO_ENV`. */
export type Layer = { readonly source: Source; readonly origin: string; readonly value: string }

export type Sources = {
  readonly flags: Values
  readonly env: Io['env']
  readonly cwd: string
  readonly project: Project | undefined
  readonly config: Config
  readonly configPath: string
}

/** Settings with their origins: flag > environment > project > profile > config > default. */
export type Resolved = {
  readonly profile: string
  get(key: SettingKey): string | undefined
  /** The layer in effect. */
  origin(key: SettingKey): Layer | undefined
  /** All layers that contain the key, highest precedence first. */
  layers(key: SettingKey): readonly Layer[]
  /** The same without `config.json`, whose value may be wrong and about to be replaced. */
  layersAboveConfig(key: SettingKey): readonly Layer[]
}

export function resolveSettings(sources: Sources): Resolved {
  const profile = profileName(layersOf('profile', sources, undefined)[0]?.value ?? 'default')
  const layers = (key: SettingKey) => layersOf(key, sources, profile)
  const layersAboveConfig = (key: SettingKey) =>
    layersOf(key, { ...sources, config: { general: {}, profiles: {} } }, profile).filter(
      ({ source }) => source !== 'default',
    )
  return { profile, layers, layersAboveConfig, origin: (key) => layers(key)[0], get: (key) => layers(key)[0]?.value }
}

function layersOf(key: SettingKey, sources: Sources, profile: string | undefined): Layer[] {
  const setting = settingOf(key)
  if (setting === undefined) return []
  const { flags, env, project, config, configPath, cwd } = sources
  const found: Layer[] = []
  const add = (source: Source, origin: string, value: string | undefined) => {
    if (value !== undefined && value !== '') found.push({ source, origin, value: parsed(setting, value, origin, cwd) })
  }
  add('flag', setting.flag ?? '', flags[key])
  if (setting.variable !== undefined) add('environment', setting.variable, env[setting.variable])
  if (setting.inProject && project !== undefined) add('project', project.path, project.values[key])
  if (setting.scope === 'profile' && profile !== undefined)
    add('profile', `${configPath} (profile ${profile})`, config.profiles[profile]?.[key])
  if (setting.scope === 'general') add('config', configPath, config.general[key])
  add('default', 'built in', setting.default)
  return found
}

/** Fails as validation with a sentence that names where the wrong value is. */
function parsed({ parse }: Setting, value: string, origin: string, cwd: string): string {
  try {
    return parse(value, cwd)
  } catch (reason) {
    if (!(reason instanceof CommandFailure)) throw reason
    const { kind, message, said = message, ...rest } = reason.failure
    return fail(kind, phrase`${phraseOf(said)} ${origin} says ${JSON.stringify(value)}.`, rest)
  }
}

/** Keys in the order of their table, for lists. */
export const settingKeys: readonly SettingKey[] = settings.map((setting) => setting.key)
