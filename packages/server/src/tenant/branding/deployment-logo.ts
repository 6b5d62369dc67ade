import { readFileSync } from 'node:fs'

import { say } from '../../kit/words/say.ts'
import type { Settings } from '../../kit/settings/settings.ts'
import { SettingsError } from '../../kit/settings/variables.ts'
import { readLogo } from './logo.ts'

/** The settings with the logo of `PORTICO_LOGO_FILE`. Throws SettingsError with what is wrong with the file. */
export function withLogo(settings: Settings): Settings {
  const { logoFile } = settings
  if (logoFile === undefined) return settings
  const logo = readLogo(contentOf(logoFile))
  if (typeof logo === 'string') throw new SettingsError(`PORTICO_LOGO_FILE, ${logoFile}: ${say(logo)}`)
  return { ...settings, logo }
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new SettingsError(`PORTICO_LOGO_FILE, ${file}: the file cannot be read (${why}).`)
  }
}
