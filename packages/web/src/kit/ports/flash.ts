import { flashCookieName, flashSentences, type FlashMessage } from '@portico/core'

import { cookieText, readCookie } from './cookies.ts'

/** The message that the server left for this page. Its cookie is removed, so that the next page does not show it again. */
export function takeFlashMessage({
  document,
  location,
}: Pick<Window, 'document' | 'location'>): FlashMessage | undefined {
  const value = readCookie(document.cookie, flashCookieName)
  if (value === undefined) return undefined
  document.cookie = cookieText(location, { name: flashCookieName, value: '', maxAgeSecs: 0 })
  return isFlashMessage(value) ? value : undefined
}

function isFlashMessage(text: string): text is FlashMessage {
  return Object.hasOwn(flashSentences, text)
}
