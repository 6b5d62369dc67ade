import { productionType, type AdminEnvironment, type Words } from '@portico/core'

/**
 * Why nothing may be changed in an environment now, or undefined where it may: the flag, the server's word, and a
 * production environment that has not been unlocked with `:write`.
 */
export function writeRefusal(asked: {
  readonly environment: AdminEnvironment | undefined
  readonly isReadonlySession: boolean
  readonly unlocked: ReadonlySet<string>
  readonly words: Words
}): string | undefined {
  const { environment, isReadonlySession, unlocked, words } = asked
  if (isReadonlySession) return 'Nothing can be changed: this session was started with --readonly.'
  if (environment === undefined) return 'Choose an environment first: press 1.'
  if (environment.readonly) return words.say('READ_ONLY')
  if (environment.type === productionType && !unlocked.has(environment.id))
    return `${environment.name} is production and read-only until you type :write`
  return undefined
}
