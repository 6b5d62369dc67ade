import { knownLanguage, type Language } from '@portico/core'

import type { Io } from '../io/io.ts'

/**
 * The language of a command's sentences: the setting, otherwise the locale for messages of POSIX (Base Definitions 8.2: the first
 * of these variables that is not empty), otherwise English.
 */
export function languageFor(setting: string | undefined, env: Io['env']): Language {
  const wanted = [setting, env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find(Boolean)
  return (wanted === undefined ? undefined : knownLanguage(wanted)) ?? 'en'
}
