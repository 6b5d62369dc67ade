import { messages as arabicAdmin } from '../../core/src/kit/words/compiled/arabic/admin.ts'
import { messages as arabicFirst } from '../../core/src/kit/words/compiled/arabic/first.ts'
import { messages as arabicLogin } from '../../core/src/kit/words/compiled/arabic/login.ts'
import { messages as arabicTenant } from '../../core/src/kit/words/compiled/arabic/tenant.ts'
import { messages as adminMessages } from '../../core/src/kit/words/compiled/english/admin.ts'
import { messages as firstMessages } from '../../core/src/kit/words/compiled/english/first.ts'
import { messages as germanAdmin } from '../../core/src/kit/words/compiled/german/admin.ts'
import { messages as germanFirst } from '../../core/src/kit/words/compiled/german/first.ts'
import { messages as germanLogin } from '../../core/src/kit/words/compiled/german/login.ts'
import { messages as germanTenant } from '../../core/src/kit/words/compiled/german/tenant.ts'
import { directionOf } from '../../core/src/kit/words/languages.ts'
import { messages as loginMessages } from '../../core/src/kit/words/compiled/english/login.ts'
import { pseudoMessages } from '../../core/src/kit/words/pseudo.ts'
import { messages as tenantMessages } from '../../core/src/kit/words/compiled/english/tenant.ts'

type Messages = typeof firstMessages

export type PageLanguage = {
  /** BCP 47. */
  readonly tag: string
  readonly login: Messages
  readonly first: Messages
  /** Of the outlines of administration, too. */
  readonly all: Messages
}

export const english = {
  login: loginMessages,
  first: firstMessages,
  all: { ...firstMessages, ...adminMessages, ...tenantMessages },
}

/** The languages other than English that pages are built in; the server chooses by the request (server: kit/words/language.ts). */
export const pageLanguages: readonly PageLanguage[] = [
  over('de', germanLogin, germanFirst, { ...germanAdmin, ...germanTenant }),
  over('ar', arabicLogin, arabicFirst, { ...arabicAdmin, ...arabicTenant }),
  over('en-XA', pseudoMessages(loginMessages), pseudoMessages(firstMessages), pseudoMessages(english.all)),
]

/** A sentence without a translation stays English. */
function over(tag: string, login: Messages, first: Messages, more: Messages): PageLanguage {
  return {
    tag,
    login: { ...english.login, ...login },
    first: { ...english.first, ...first },
    all: { ...english.all, ...first, ...more },
  }
}

/** The page with its language, and with the sentences that its script says first: a data block, which is not a script. */
export function inLanguage(html: string, { tag }: PageLanguage, messages: Messages): string {
  const json = JSON.stringify({ locale: tag, messages }).replaceAll('<', String.raw`\u003c`)
  const block = `<script type="application/json" id="page-words">${json}</script>`
  return html
    .replace('<html lang="en" dir="ltr">', () => `<html lang="${tag}" dir="${directionOf(tag)}">`)
    .replace('</body>', () => `  ${block}\n  </body>`)
}

/** A sentence without placeholders as text; undefined for any other and for a missing one. */
export function textOf(messages: Messages, id: string): string | undefined {
  const parts = Object.hasOwn(messages, id) ? messages[id] : undefined
  return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts.join('') : undefined
}
