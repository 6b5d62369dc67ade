import { closest } from '@portico/core'
import { fail } from '../errors/failure.ts'
import type { Config } from './config-file.ts'
import { phrase } from '../phrases/phrase.ts'

/** Checks that the profile exists. */
export function requireProfile(config: Config, name: string): string {
  if (Object.hasOwn(config.profiles, name)) return name
  const guess = closest(name, Object.keys(config.profiles))
  return fail(
    'not-found',
    phrase`There is no profile ${name}.${guess === undefined ? '' : phrase` Did you mean ${guess}?`}`,
    {
      hint: 'portico profile list',
    },
  )
}
