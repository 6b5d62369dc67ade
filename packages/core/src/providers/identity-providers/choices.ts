import type { ConfigChoice } from './config-field.ts'

/** Spec section 3, "response mode (form post or query)". */
export const responseModeChoices: readonly ConfigChoice[] = [
  { value: 'query', label: 'Query' },
  { value: 'form_post', label: 'Form post' },
]

/** Names as in discovery documents (`token_endpoint_auth_methods_supported`). */
export const tokenAuthMethodChoices: readonly ConfigChoice[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'client_secret_basic', label: 'client_secret_basic' },
  { value: 'client_secret_post', label: 'client_secret_post' },
  { value: 'private_key_jwt', label: 'private_key_jwt' },
]

/** Spec section 3, "SLO method (HTTP-Post/HTTP-Get)". */
export const logoutMethodChoices: readonly ConfigChoice[] = [
  { value: 'get', label: 'HTTP-Get' },
  { value: 'post', label: 'HTTP-Post' },
]

export const bindingChoices: readonly ConfigChoice[] = [
  { value: 'redirect', label: 'Redirect' },
  { value: 'post', label: 'Post' },
]

export const nameIdFormatChoices: readonly ConfigChoice[] = [
  { value: 'persistent', label: 'Persistent' },
  { value: 'emailAddress', label: 'Email address' },
  { value: 'unspecified', label: 'Unspecified' },
]

export const comparisonChoices: readonly ConfigChoice[] = [
  { value: 'exact', label: 'Exact' },
  { value: 'minimum', label: 'Minimum' },
  { value: 'maximum', label: 'Maximum' },
  { value: 'better', label: 'Better' },
]
