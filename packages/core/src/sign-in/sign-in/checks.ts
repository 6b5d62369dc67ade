/**
 * The named checks of a sign-in, in the order they are made. The flight recorder keeps one line for each, the
 * administrator's screen draws them in this order, and words/server-and-terminal says what each one is about (`check.<id>`).
 */
export const signInChecks = [
  'application',
  'format',
  'provider',
  'request',
  'browser',
  'answer',
  'discovery',
  'token-endpoint',
  'id-token-signature',
  'id-token-claims',
  'userinfo',
  'message',
  'status',
  'decryption',
  'signature',
  'certificate',
  'issuer',
  'destination',
  'audience',
  'confirmation',
  'in-response-to',
  'time',
  'replay',
  'graph',
  'subject',
  'username',
  'username-format',
  'groups',
  'roles',
  'user',
] as const

export type SignInCheckId = (typeof signInChecks)[number]
