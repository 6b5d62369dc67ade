import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

/** Spec section 3, "Login state": a redirect to the identity provider, or a code and a message. */
export const LoginReply = v.object({
  redirectUrl: v.nullable(v.string()),
  code: v.optional(v.string()),
  message: v.optional(v.string()),
})
export type LoginReply = v.InferOutput<typeof LoginReply>

/** The username is checked by rules.ts before it is sent; a wrong one is answered with code and message. */
export const login = endpoint({
  name: 'login',
  summary: 'Find the identity provider of a username',
  method: 'POST',
  path: '/login',
  /**
   * `returnPath`: where to go afterwards, a path of this server (return-path.ts); anything else is ignored. `fresh`: the
   * provider is asked to check the person's credentials although it knows them.
   */
  query: v.object({ returnPath: v.optional(v.string()), fresh: v.optional(v.string()) }),
  body: v.strictObject({ username: v.pipe(v.string(), v.maxLength(1000)) }),
  reply: LoginReply,
  outsideWrapper: true,
})

/** For the sign-in page, which people without a session open too: they get `false`, not 401. It does not extend the session. */
export const readSignedIn = endpoint({
  name: 'readSignedIn',
  summary: 'Read whether this browser has a session',
  method: 'GET',
  path: '/login/session',
  reply: v.object({ signedIn: v.boolean() }),
})

/** A posted form; GET never signs out. */
export const signOut = endpoint({
  name: 'signOut',
  summary: 'End the session',
  method: 'POST',
  path: '/login/signout',
  body: v.object({ 'X-CSRFToken': v.optional(v.string()) }),
  bodyKind: 'form',
  success: 303,
})

const callback = '/login/idps/{idpId}/oidc/callback'

/** Where an OpenID provider sends the browser back (response_mode=query). */
export const oidcCallback = endpoint({
  name: 'oidcCallback',
  summary: 'Finish an OpenID Connect sign-in',
  method: 'GET',
  path: callback,
  success: 303,
})

/** The same by a cross-site form (response_mode=form_post): it answers with a redirect to the GET of this path. */
export const oidcFormCallback = endpoint({
  name: 'oidcFormCallback',
  summary: 'Receive an OpenID Connect response by form post',
  method: 'POST',
  path: callback,
  bodyKind: 'form',
  success: 303,
})

/** Where an OpenID provider says that a session ended (OpenID Connect Back-Channel Logout 1.0): 200, or 400 with an error. */
export const oidcBackChannelLogout = endpoint({
  name: 'oidcBackChannelLogout',
  summary: 'Receive a logout token of an OpenID provider',
  method: 'POST',
  path: '/login/idps/{idpId}/oidc/back-channel-logout',
  bodyKind: 'form',
  success: 200,
})

/**
 * What an OpenID provider shows in a hidden frame when a session ended there, with `iss` and `sid` (OpenID Connect
 * Front-Channel Logout 1.0 section 3): always answered with an empty page.
 */
export const oidcFrontChannelLogout = endpoint({
  name: 'oidcFrontChannelLogout',
  summary: 'Receive the front-channel logout of an OpenID provider',
  method: 'GET',
  path: '/login/idps/{idpId}/oidc/front-channel-logout',
  success: 200,
})

/** Where an OpenID provider sends the browser after a sign-out that started here; `state` says which one. */
export const oidcSignedOut = endpoint({
  name: 'oidcSignedOut',
  summary: 'Return from a sign-out at an OpenID provider',
  method: 'GET',
  path: '/login/idps/{idpId}/oidc/signed-out',
  success: 303,
})

/** Third-party initiated login (OpenID Connect Core 1.0 section 4), and the start page of a provider's own launcher. */
export const initiateLogin = endpoint({
  name: 'initiateLogin',
  summary: 'Begin a sign-in at this identity provider',
  method: 'GET',
  path: '/login/idps/{idpId}/initiate',
  success: 303,
})

const saml = '/login/idps/{idpId}/saml'

/** A message of 256 KB, in base64 and percent-encoded. */
const samlFormBytesMax = 524_288
/** A logout message of 32 KB. */
const samlLogoutFormBytesMax = 131_072

/** The page that posts our authentication request to a provider with the POST binding. */
export const samlRequest = endpoint({
  name: 'samlRequest',
  summary: 'Post a SAML authentication request',
  method: 'GET',
  path: `${saml}/request`,
  success: 200,
})

/** The assertion consumer service, HTTP-POST binding: keeps the answer, and brings the browser's own cookies by a redirect. */
export const samlConsume = endpoint({
  name: 'samlConsume',
  summary: 'Receive a SAML response',
  method: 'POST',
  path: `${saml}/acs`,
  bodyKind: 'form',
  bodyBytesMax: samlFormBytesMax,
  success: 303,
})

export const samlFinish = endpoint({
  name: 'samlFinish',
  summary: 'Finish a SAML sign-in',
  method: 'GET',
  path: `${saml}/acs`,
  success: 303,
})

export const samlLogoutRedirect = endpoint({
  name: 'samlLogoutRedirect',
  summary: 'Receive a SAML logout message by redirect',
  method: 'GET',
  path: `${saml}/slo`,
  success: 303,
})

export const samlLogoutPost = endpoint({
  name: 'samlLogoutPost',
  summary: 'Receive a SAML logout message by form post',
  method: 'POST',
  path: `${saml}/slo`,
  bodyKind: 'form',
  bodyBytesMax: samlLogoutFormBytesMax,
  success: 303,
})

/** Keys of our client assertions at this provider, public and cacheable: application/jwk-set+json (RFC 7517). */
export const oidcKeySet = endpoint({
  name: 'oidcKeySet',
  summary: 'Our keys for private_key_jwt at this identity provider',
  method: 'GET',
  path: '/login/idps/{idpId}/oidc/jwks',
  success: 200,
})

/** Our metadata for this provider, public and cacheable: application/samlmetadata+xml. */
export const samlMetadata = endpoint({
  name: 'samlMetadata',
  summary: 'Our SAML metadata for this identity provider',
  method: 'GET',
  path: `${saml}/metadata`,
  success: 200,
})
