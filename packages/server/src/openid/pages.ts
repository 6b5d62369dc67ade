import type { Answer } from '../http/route.ts'
import { say } from '../http/say.ts'
import { plainPage } from '../pages/page.ts'

/** Why an application cannot sign a person in, where the application itself cannot be told. */
export type PageReason = 'client' | 'address' | 'session'

const sentences = {
  client: 'openid.unknownApplication',
  address: 'openid.unknownAddress',
  session: 'openid.otherSession',
} as const

/** A page for a request that leads nowhere: nothing of the request is repeated in it. */
export function refusalPage(reason: PageReason, requestId: string): Answer<never> {
  return plainPage(say('openid.title'), [say(sentences[reason]), say('error.code', { code: requestId })])
}
