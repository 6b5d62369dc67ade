import type { CorePorts } from '@portico/core'
import { renderToString } from 'react-dom/server'

import { LoginPage } from './login-page.tsx'
import { createLogin } from './login.ts'

/** The page before any script, in a language: without a deployment's names and without what a browser remembers. */
export function prerender(words: Pick<CorePorts, 'locale' | 'messages'> = {}): string {
  const login = createLogin({
    ...words,
    http: { cookie: () => undefined, send: () => Promise.reject(new Error('There is no server at build time.')) },
    clock: { now: () => 0 },
    memory: { get: () => undefined, set: () => undefined, remove: () => undefined },
  })
  return renderToString(<LoginPage login={login} typed="" />)
}
