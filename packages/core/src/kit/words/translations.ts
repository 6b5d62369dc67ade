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
  first: () => import('./german/compiled/first.ts'),
  login: () => import('./german/compiled/login.ts'),
  palette: () => import('./german/compiled/palette.ts'),
  admin: () => import('./german/compiled/admin.ts'),
  tenant: () => import('./german/compiled/tenant.ts'),
  'access-screens': () => import('./german/compiled/access-screens.ts'),
  'first-time': () => import('./german/compiled/first-time.ts'),
  'mapping-views': () => import('./german/compiled/mapping-views.ts'),
  'of-api-tokens': () => import('./german/compiled/of-api-tokens.ts'),
  'of-audit': () => import('./german/compiled/of-audit.ts'),
  'of-branding': () => import('./german/compiled/of-branding.ts'),
  'of-clients': () => import('./german/compiled/of-clients.ts'),
  'of-findings': () => import('./german/compiled/of-findings.ts'),
  'of-notices': () => import('./german/compiled/of-notices.ts'),
  'of-operations': () => import('./german/compiled/of-operations.ts'),
  'of-sessions': () => import('./german/compiled/of-sessions.ts'),
  'of-scim': () => import('./german/compiled/of-scim.ts'),
  'of-webhooks': () => import('./german/compiled/of-webhooks.ts'),
  'server-and-terminal': () => import('./german/compiled/server-and-terminal.ts'),
  'sign-in-errors': () => import('./german/compiled/sign-in-errors.ts'),
  phrases: () => import('./german/compiled/phrases.ts'),
  shell: () => import('./german/compiled/shell.ts'),
}

const arabic: Catalogues = {
  first: () => import('./arabic/compiled/first.ts'),
  login: () => import('./arabic/compiled/login.ts'),
  palette: () => import('./arabic/compiled/palette.ts'),
  admin: () => import('./arabic/compiled/admin.ts'),
  tenant: () => import('./arabic/compiled/tenant.ts'),
  'access-screens': () => import('./arabic/compiled/access-screens.ts'),
  'first-time': () => import('./arabic/compiled/first-time.ts'),
  'mapping-views': () => import('./arabic/compiled/mapping-views.ts'),
  'of-api-tokens': () => import('./arabic/compiled/of-api-tokens.ts'),
  'of-audit': () => import('./arabic/compiled/of-audit.ts'),
  'of-branding': () => import('./arabic/compiled/of-branding.ts'),
  'of-clients': () => import('./arabic/compiled/of-clients.ts'),
  'of-findings': () => import('./arabic/compiled/of-findings.ts'),
  'of-notices': () => import('./arabic/compiled/of-notices.ts'),
  'of-operations': () => import('./arabic/compiled/of-operations.ts'),
  'of-sessions': () => import('./arabic/compiled/of-sessions.ts'),
  'of-scim': () => import('./arabic/compiled/of-scim.ts'),
  'of-webhooks': () => import('./arabic/compiled/of-webhooks.ts'),
  'server-and-terminal': () => import('./arabic/compiled/server-and-terminal.ts'),
  'sign-in-errors': () => import('./arabic/compiled/sign-in-errors.ts'),
  phrases: () => import('./arabic/compiled/phrases.ts'),
  shell: () => import('./arabic/compiled/shell.ts'),
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
