import type { Messages } from '@lingui/core'

import { englishMessages } from './english.ts'
import { joinMessages } from './join-messages.ts'
import { pseudoLanguage, type Language } from './languages.ts'
import { pseudoMessages } from './pseudo.ts'

export { pseudoMessages }

type Loaded = Promise<{ readonly messages: Messages }>

/**
 * Catalogues that are loaded apart; `first` has the main sentences, `login` those of the login page, `phrases` the labels that
 * are in code (`Words.text`), and `shell` what only commands print.
 */
export type CatalogueName =
  | 'first'
  | 'login'
  | 'palette'
  | 'admin'
  | 'tenant'
  | 'access-screens'
  | 'first-time'
  | 'mapping-views'
  | 'of-api-tokens'
  | 'of-audit'
  | 'of-branding'
  | 'of-clients'
  | 'of-findings'
  | 'of-notices'
  | 'of-operations'
  | 'of-sessions'
  | 'of-scim'
  | 'of-webhooks'
  | 'server-and-terminal'
  | 'sign-in-errors'
  | 'phrases'
  | 'shell'

type Catalogues = Readonly<Record<CatalogueName, () => Loaded>>

const german: Catalogues = {
  first: () => import('./compiled/german/first.ts'),
  login: () => import('./compiled/german/login.ts'),
  palette: () => import('./compiled/german/palette.ts'),
  admin: () => import('./compiled/german/admin.ts'),
  tenant: () => import('./compiled/german/tenant.ts'),
  'access-screens': () => import('./compiled/german/access-screens.ts'),
  'first-time': () => import('./compiled/german/first-time.ts'),
  'mapping-views': () => import('./compiled/german/mapping-views.ts'),
  'of-api-tokens': () => import('./compiled/german/of-api-tokens.ts'),
  'of-audit': () => import('./compiled/german/of-audit.ts'),
  'of-branding': () => import('./compiled/german/of-branding.ts'),
  'of-clients': () => import('./compiled/german/of-clients.ts'),
  'of-findings': () => import('./compiled/german/of-findings.ts'),
  'of-notices': () => import('./compiled/german/of-notices.ts'),
  'of-operations': () => import('./compiled/german/of-operations.ts'),
  'of-sessions': () => import('./compiled/german/of-sessions.ts'),
  'of-scim': () => import('./compiled/german/of-scim.ts'),
  'of-webhooks': () => import('./compiled/german/of-webhooks.ts'),
  'server-and-terminal': () => import('./compiled/german/server-and-terminal.ts'),
  'sign-in-errors': () => import('./compiled/german/sign-in-errors.ts'),
  phrases: () => import('./compiled/german/phrases.ts'),
  shell: () => import('./compiled/german/shell.ts'),
}

const arabic: Catalogues = {
  first: () => import('./compiled/arabic/first.ts'),
  login: () => import('./compiled/arabic/login.ts'),
  palette: () => import('./compiled/arabic/palette.ts'),
  admin: () => import('./compiled/arabic/admin.ts'),
  tenant: () => import('./compiled/arabic/tenant.ts'),
  'access-screens': () => import('./compiled/arabic/access-screens.ts'),
  'first-time': () => import('./compiled/arabic/first-time.ts'),
  'mapping-views': () => import('./compiled/arabic/mapping-views.ts'),
  'of-api-tokens': () => import('./compiled/arabic/of-api-tokens.ts'),
  'of-audit': () => import('./compiled/arabic/of-audit.ts'),
  'of-branding': () => import('./compiled/arabic/of-branding.ts'),
  'of-clients': () => import('./compiled/arabic/of-clients.ts'),
  'of-findings': () => import('./compiled/arabic/of-findings.ts'),
  'of-notices': () => import('./compiled/arabic/of-notices.ts'),
  'of-operations': () => import('./compiled/arabic/of-operations.ts'),
  'of-sessions': () => import('./compiled/arabic/of-sessions.ts'),
  'of-scim': () => import('./compiled/arabic/of-scim.ts'),
  'of-webhooks': () => import('./compiled/arabic/of-webhooks.ts'),
  'server-and-terminal': () => import('./compiled/arabic/server-and-terminal.ts'),
  'sign-in-errors': () => import('./compiled/arabic/sign-in-errors.ts'),
  phrases: () => import('./compiled/arabic/phrases.ts'),
  shell: () => import('./compiled/arabic/shell.ts'),
}

/** The languages that have catalogues of their own beside the English ones. */
export type TranslatedLanguage = 'de' | 'ar'

const catalogues: Readonly<Record<TranslatedLanguage, Catalogues>> = { de: german, ar: arabic }

/** The sentences of one catalogue in a language. A sentence without a translation is missing: the English one stays. */
export async function translated(language: TranslatedLanguage, name: CatalogueName): Promise<Messages> {
  return (await catalogues[language][name]()).messages
}

/** The texts of `phrases`, or of other catalogues of texts, in the pseudo-locale: of those that translations know, by their English. */
export async function pseudoPhrases(...names: readonly ('phrases' | 'shell')[]): Promise<Messages> {
  const known = await Promise.all(
    (names.length === 0 ? ['phrases' as const] : names).map((name) => translated('de', name)),
  )
  const ids = known.flatMap((messages) => Object.keys(messages))
  return pseudoMessages(Object.fromEntries(ids.map((id) => [id, [id.slice('text.'.length)]])))
}

/** All sentences in a language: for programs that load them at once. */
export async function allTranslated(language: Language): Promise<Messages> {
  if (language === 'en') return englishMessages
  if (language === pseudoLanguage)
    return joinMessages(pseudoMessages(englishMessages), await pseudoPhrases('phrases', 'shell'))
  const parts = Object.values(catalogues[language]).map(async (load) => (await load()).messages)
  return joinMessages(englishMessages, ...(await Promise.all(parts)))
}
