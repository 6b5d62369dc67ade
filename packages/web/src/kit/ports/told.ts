import { toldCookieName, toldSentences, type Told } from '@portico/core'

import { readCookie } from './cookies.ts'

/** What the server has this page tell the person. It is taken away, so that the next page does not tell it again. */
export function takeTold({ document, location }: Pick<Window, 'document' | 'location'>): Told | undefined {
  const told = readCookie(document.cookie, toldCookieName)
  if (told === undefined) return undefined
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}${toldCookieName}=; Path=/; SameSite=Lax; Max-Age=0${secure}`
  return isTold(told) ? told : undefined
}

function isTold(text: string): text is Told {
  return Object.hasOwn(toldSentences, text)
}
