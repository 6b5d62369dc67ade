import type { Answer } from '../../kit/http/route.ts'
import { say } from '../../kit/words/say.ts'
import { escaped, hiddenFields, plainPage } from '../../kit/pages/page.ts'
import { openidPaths } from './limits.ts'

/** Why an application cannot sign a person in, where the error cannot go to the application. */
export type PageReason = 'client' | 'address' | 'session' | 'logout-client' | 'logout-address'

const sentences = {
  client: 'openid.unknownApplication',
  address: 'openid.unknownAddress',
  session: 'openid.otherSession',
  'logout-client': 'openid.logoutClient',
  'logout-address': 'openid.logoutAddress',
} as const

/** A page for a request that leads nowhere: it repeats no part of the request. */
export function refusalPage(reason: PageReason, requestId: string): Answer<never> {
  const title = say(reason.startsWith('logout') ? 'openid.logoutTitle' : 'openid.title')
  return plainPage(title, [say(sentences[reason]), say('error.code', { code: requestId })])
}

/** Asks a person whether an application may log them out; the answer repeats the request with the token of the session. */
export function logoutQuestion({
  name,
  csrf,
  fields,
}: {
  readonly name: string
  readonly csrf: string
  readonly fields: Readonly<Record<string, string>>
}): Answer<never> {
  const form =
    `<form method="post" action="${openidPaths.endSession}">${hiddenFields({ ...fields, 'X-CSRFToken': csrf })}` +
    `<button>${escaped(say('openid.logOut'))}</button> <a href="/portal">${escaped(say('openid.stay'))}</a></form>`
  return plainPage(say('openid.logoutQuestion'), [say('openid.logoutWhat', { name })], { form })
}
