import type { ConfigChoice } from './config-field.ts'

/** Spec section 3, "response mode (form post or query)". */
export const responseModeChoices: readonly ConfigChoice[] = [
  { value: 'query', label: 'Query' },
  { value: 'form_post', label: 'Form post' },
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
