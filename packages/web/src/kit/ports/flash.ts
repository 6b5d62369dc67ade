import { flashCookieName, flashSentences, type FlashMessage } from '@portico/core'

import { readCookie, writeCookie } from './cookies.ts'

/** The message that the server left for this page. Its cookie is removed, so that the next page does not show it again. */
export function takeFlashMessage(page: Pick<Window, 'document' | 'location'>): FlashMessage | undefined {
  const value = readCookie(page, flashCookieName)
  if (value === undefined) return undefined
  writeCookie(page, { name: flashCookieName, value: '', maxAgeSecs: 0 })
  return isFlashMessage(value) ? value : undefined
}

function isFlashMessage(text: string): text is FlashMessage {
  return Object.hasOwn(flashSentences, text)
}
