/** How long an authorization code is valid (RFC 6749 section 4.1.2 recommends at most ten minutes). */
export const codeSecs = 60
/** Lifetime of an ID token: the client reads it once, when it gets it. */
export const idTokenSecs = 300
export const logoutTokenSecs = 120

export const scopes = ['openid', 'profile', 'email', 'offline_access'] as const
export type Scope = (typeof scopes)[number]

/** Paths of this folder; those of the token endpoint and the key set are in oauth/routes.ts. */
export const openidPaths = {
  authorization: '/oauth2/authorize',
  userinfo: '/oauth2/userinfo',
  endSession: '/oauth2/end-session',
} as const
