import type { Messages } from '@lingui/core'

import { joinMessages } from './join-messages.ts'
import type { Words } from './words.ts'

/**
 * Words over a compiled catalogue whose sentences have no placeholders: one with placeholders counts as missing. For the
 * login page, which needs lingui for nothing else.
 */
export function createPlainWords(locale: string, messages: Messages): Words {
  const find = (id: string) => {
    const parts = Object.hasOwn(messages, id) ? messages[id] : undefined
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts.join('') : undefined
  }
  return {
    locale,
    formatLocale: locale,
    messages,
    say: (id) => find(id) ?? id,
    find,
    text: (english) => english,
    with: (more) => createPlainWords(locale, joinMessages(messages, more)),
    of: createPlainWords,
  }
}
