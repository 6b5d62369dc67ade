import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

/** Reads where the keys are, and returns a function that verifies access tokens for one application. */
export async function createVerifier({ issuer, audience }) {
  const configuration = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  if (configuration.issuer !== issuer) throw new Error(`${issuer} calls itself ${configuration.issuer}.`)
  // Keeps the keys for 10 minutes. A token with an unknown `kid` makes it read them again, at most every 30 seconds.
  const keys = createRemoteJWKSet(new URL(configuration.jwks_uri))

  /** Returns who sent the token. Throws a JOSEError unless every check holds. */
  return async function verify(token) {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub'],
    })
    // A token that is bound to a key (RFC 9449) proves nothing without a proof of that key, which this server does not ask for.
    if (payload.cnf !== undefined) throw new errors.JWTInvalid('the token is bound to a key')
    const { sub, tenant, environment } = payload
    return { subject: sub, tenant, environment, roles: rolesAt(audience, payload.roles) }
  }
}

/** A token for one application lists its roles; a token for several has an object from audience to roles. */
function rolesAt(audience, roles) {
  const ours = Array.isArray(roles) ? roles : roles?.[audience]
  return Array.isArray(ours) ? ours : []
}
