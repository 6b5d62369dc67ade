import * as v from 'valibot'

/** The command line as an OAuth client: public, because a program on a person's machine cannot keep a secret (RFC 8252 section 8.4). */
export const cliClientId = 'portico-cli'

export const cliSignInPaths = {
  authorization: '/oauth2/authorize',
  deviceAuthorization: '/oauth2/device_authorization',
  token: '/oauth2/token',
  /** The page where a person answers, and `verification_uri`. */
  approval: '/login/device',
} as const

export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Consonants that are not confused with each other and do not form words (RFC 8628 section 6.1). */
export const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ'
export const userCodeLength = 8

/** The eight letters of what a person typed (any case, spaces and dashes anywhere), or undefined. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.replace(/[\s-]/g, '').toUpperCase()
  return letters.length === userCodeLength && [...letters].every((letter) => userCodeAlphabet.includes(letter))
    ? letters
    : undefined
}

/** Eight letters as they are shown: `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/**
 * The registered redirect URI is `http://127.0.0.1/callback` with any port (RFC 8252 section 7.3). The name localhost is
 * not accepted: it may resolve to another machine (section 8.3).
 */
const loopbackRedirect = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\/callback$/

export function isLoopbackRedirect(uri: string): boolean {
  const port = Number(loopbackRedirect.exec(uri)?.[1] ?? Number.NaN)
  return port <= 65_535
}

/** What the browser brings from the command line (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export const LoopbackRequest = v.object({
  client_id: v.literal(cliClientId),
  redirect_uri: v.pipe(v.string(), v.check(isLoopbackRedirect, 'INVALID_VALUE')),
  response_type: v.literal('code'),
  state: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,512}$/, 'INVALID_VALUE')),
  code_challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'INVALID_VALUE')),
  code_challenge_method: v.literal('S256'),
})
export type LoopbackRequest = v.InferOutput<typeof LoopbackRequest>
