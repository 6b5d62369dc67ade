import { fetchPort, webSha256, type CorePorts } from '@portico/core'

import { readCookie } from './cookies.ts'
import { browserMemory } from './device-memory.ts'
import { withFirstAnswers } from './first-answers.ts'
import { pageWords } from './page-words.ts'
import { serverClock } from './server-clock.ts'

/** core's ports in a browser. */
export function browserPorts(page: Window): CorePorts {
  const time = serverClock({ now: () => Date.now() })
  const network = fetchPort({
    fetch: (request) => page.fetch(request),
    origin: page.location.origin,
    cookie: (name) => readCookie(page, name),
    isOffline: () => !page.navigator.onLine,
  })
  const http = withFirstAnswers(network, page.document, () => page.performance.now())
  const memory = browserMemory({ document: page.document, location: page.location, storage: () => page.localStorage })
  // Available only over https or on localhost.
  const sha256 = page.isSecureContext ? webSha256(page.crypto) : undefined
  return {
    http: time.watch(http),
    clock: time.clock,
    memory,
    sha256,
    languages: page.navigator.languages,
    ...pageWords(page.document),
  }
}
