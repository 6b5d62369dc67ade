import * as v from 'valibot'

import { endpoint } from '../http/endpoint.ts'

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
  /** Where to go afterwards: a path of ours (return-path.ts); anything else is passed over. */
  query: v.object({ returnPath: v.optional(v.string()) }),
  body: v.strictObject({ username: v.pipe(v.string(), v.maxLength(1000)) }),
  reply: LoginReply,
  outsideWrapper: true,
})

/** A posted form; GET never signs out (design section 5). */
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
  summary: 'Receive an OpenID Connect answer by posted form',
  method: 'POST',
  path: callback,
  bodyKind: 'form',
  success: 303,
})
