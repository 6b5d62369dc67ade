import type { WordId } from './english.ts'

/**
 * The sentences of the login page before it has read them from the server, and if that fails. They have no placeholders.
 * `scripts/compile-words.mjs` compiles them into a separate file, so that the page loads no others.
 */
export const loginWordIds = [
  'portal.title',
  'login.title',
  'login.lead',
  'login.welcome',
  'login.username',
  'login.remember',
  'login.environment',
  'login.environmentLater',
  'login.submit',
  'login.recovery',
  'login.privacy',
  'login.noScript',
  'login.inactive',
  'login.endedEarly',
  'login.elsewhere',
  'login.kept',
  'login.signedIn',
  'login.goOn',
  'environments.nonProduction',
  'error.401.help',
  'error.unexpected.title',
  'unreachable.title',
  'unreachable.offline',
  'unreachable.kept',
  'USERNAME_REQUIRED',
  'USERNAME_SHAPE',
  'USERNAME_EXPECTED',
] as const satisfies readonly WordId[]

/** Words of the login page: it cannot use any other sentence. */
export type LoginWords = { say(id: (typeof loginWordIds)[number]): string }
