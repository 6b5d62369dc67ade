import { reasonPhrase, type WordId } from '@portico/core'

export type ErrorWords = {
  readonly title: WordId
  readonly help: WordId | undefined
  /** What the person can do next, the most useful first. */
  readonly links: readonly ('login' | 'back')[]
}

const unexpected: ErrorWords = { title: 'error.unexpected.title', help: undefined, links: ['login', 'back'] }
const wrongUsername: ErrorWords = { title: 'error.username.title', help: 'error.username.help', links: ['login'] }

/** Spec section 8, "Messages", by the `error` of the address. */
const byError: Readonly<Record<string, ErrorWords>> = {
  '401': { title: 'error.401.title', help: 'error.401.help', links: ['login'] },
  '403': { title: 'error.403.title', help: 'error.403.help', links: ['back'] },
  '500': { title: 'error.500.title', help: 'error.500.help', links: ['back', 'login'] },
  UNEXPECTED: unexpected,
  IDP_ERROR: { title: 'error.idp.title', help: 'error.idp.help', links: ['login'] },
  IDP_CERT_EXPIRED: { title: 'error.idp.title', help: 'IDP_CERT_EXPIRED', links: ['login'] },
  IDP_DENIED: { title: 'IDP_DENIED', help: undefined, links: ['login'] },
  SIGN_IN_EXPIRED: { title: 'SIGN_IN_EXPIRED', help: undefined, links: ['login'] },
  SIGN_IN_NOT_FRESH: { title: 'SIGN_IN_NOT_FRESH', help: undefined, links: ['login'] },
  SIGN_IN_OTHER_BROWSER: { title: 'SIGN_IN_OTHER_BROWSER', help: undefined, links: ['login'] },
  ENVIRONMENT_UNKNOWN: { title: 'ENVIRONMENT_UNKNOWN', help: 'error.403.help', links: ['back'] },
  PERSON_DEACTIVATED: { title: 'error.username.title', help: 'PERSON_DEACTIVATED', links: ['login'] },
  PERSON_INACTIVE_IN_DIRECTORY: {
    title: 'error.username.title',
    help: 'PERSON_INACTIVE_IN_DIRECTORY',
    links: ['login'],
  },
  CSRF: { title: 'CSRF', help: undefined, links: ['back'] },
  UNAVAILABLE: { title: 'UNAVAILABLE', help: undefined, links: ['back', 'login'] },
  USERNAME_TAKEN: { title: 'error.username.title', help: 'USERNAME_TAKEN', links: ['login'] },
  'AUTH-001001': wrongUsername,
  INVALID_USER_ID: wrongUsername,
  USERNAME_UNKNOWN: wrongUsername,
  CONFIG_TOKEN_ERROR: { title: 'error.token.title', help: 'error.token.help', links: ['login'] },
}

/** The sentences for an error id; an unknown id gives those of an unexpected error. */
export function errorWords(error: string): ErrorWords {
  return Object.hasOwn(byError, error) ? (byError[error] ?? unexpected) : unexpected
}

/** A flight recorder code or a request id; any other text in the address is not shown. */
export function readReference(text: string | null): string | undefined {
  return text !== null && /^(?:[A-Z0-9]{4}-[A-Z0-9]{4}|[0-9a-f-]{16,64})$/.test(text) ? text : undefined
}

/** The `action` query parameter if it is the reason phrase of that status; any other text is ignored. */
export function readAction(error: string, action: string | null): string | undefined {
  return action !== null && action === reasonPhrase(error) ? action : undefined
}

const reasons = ['SECURITY_ADMIN_REQUIRED', 'SUPPORT_REQUIRED', 'SUPPORT_SESSION_REQUIRED', 'SUPPORT_NEVER'] as const

/** The role that is missing, or that this is a support session, by the `reason` of the address; any other text is ignored. */
export function readReason(error: string, reason: string | null): WordId | undefined {
  return error === '403' ? reasons.find((one) => one === reason) : undefined
}
