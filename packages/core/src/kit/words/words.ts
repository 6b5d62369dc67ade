import { setupI18n, type I18n, type Messages } from '@lingui/core'

import {
  fileBytesMax,
  graceDaysMax,
  iconBytesMax,
  iconSideMax,
  iconSideMin,
  keyLengthMax,
  nameLengthMax,
  rsaBitsMax,
  rsaBitsMin,
  transformsMax,
  transformTextLengthMax,
  freshSignInMinutes,
  setupUrlHours,
} from '../limits.ts'
import type { WordId } from './english.ts'
import { joinMessages } from './join-messages.ts'

export type Words = {
  /** The language of the sentences. */
  readonly locale: string
  /** The same language in the region that the person prefers, for dates and numbers. */
  readonly formatLocale: string
  readonly messages: Messages
  /** The sentence with its values; for a missing id the id itself, so that nothing is blank. */
  say(id: WordId, values?: Readonly<Record<string, unknown>>): string
  /** The sentence of an id from the API, or undefined if the catalogue has none. */
  find(id: string, values?: Readonly<Record<string, unknown>>): string | undefined
  /**
   * A label in code, such as a column's heading, in this language. Translations have it by its English text, as
   * `text.Last used`; in English it is what it is.
   */
  readonly text: (english: string) => string
  /** The same with more sentences, for a lazily loaded screen. */
  with(more: Messages): Words
  /** Words of the same kind over another catalogue. */
  of(locale: string, messages: Messages): Words
}

/** Values that every sentence can use, such as `{nameLengthMax}`, without the caller passing them. */
const limits = {
  nameLengthMax,
  keyLengthMax,
  fileBytesMax,
  rsaBitsMin,
  rsaBitsMax,
  iconBytesMax,
  iconSideMin,
  iconSideMax,
  transformsMax,
  transformTextLengthMax,
  graceDaysMax,
  freshSignInMinutes,
  setupUrlHours,
}

/** Words over a compiled catalogue, as `GET /i18n/login` answers it. `languages`: what the person prefers, in this order. */
export function createWords(locale: string, messages: Messages, languages: readonly string[] = []): Words {
  const formatLocale = formatLocaleOf(locale, languages)
  const i18n: I18n = setupI18n({ locale, locales: formatLocale, messages: { [locale]: messages } })
  return {
    locale,
    formatLocale,
    messages,
    say: (id, values) => i18n._(id, { ...limits, ...values }),
    find: (id, values) => (Object.hasOwn(messages, id) ? i18n._(id, { ...limits, ...values }) : undefined),
    text: (english) => {
      const parts = locale === 'en' ? undefined : messages[`text.${english}`]
      return Array.isArray(parts) ? parts.join('') : english
    },
    of: (other, catalogue) => createWords(other, catalogue, languages),
    with: (more) => createWords(locale, joinMessages(messages, more), languages),
  }
}

function formatLocaleOf(locale: string, languages: readonly string[]): string {
  const preferred = languages.find((one) => one === locale || one.startsWith(`${locale}-`)) ?? locale
  // Ids, times and ports are beside numbers everywhere, so Arabic has the same digits.
  return locale === 'ar' ? new Intl.Locale(preferred, { numberingSystem: 'latn' }).toString() : preferred
}
