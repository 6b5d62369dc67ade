import { fetchPort } from '@portico/core'

import { startPortal, type Portal } from '../../testing/portal.ts'
import { withProviders, type ProvidersState } from '../../testing/portal-providers.ts'
import { openAppUnderTest, type AppUnderTestOptions } from './app-under-test.ts'

const token = 'token-of-the-test'

export type ProvidersUnderTest = ReturnType<typeof openAppUnderTest> & {
  readonly portal: Portal
  readonly providers: ProvidersState
  close(): Promise<void>
}

/** The app, unlocked, over a portal with identity providers that answers on this machine by HTTP. */
export async function openProvidersUnderTest(options: AppUnderTestOptions = {}): Promise<ProvidersUnderTest> {
  const portal = await startPortal('')
  portal.state.tokens.add(token)
  const providers = withProviders(portal)
  const http = fetchPort({
    origin: portal.origin,
    cookie: () => undefined,
    fetch: (request) => {
      request.headers.set('Authorization', `Bearer ${token}`)
      return fetch(request)
    },
  })
  const opened = openAppUnderTest({ http, ...options })
  opened.app.state.setState({ unlocked: new Set(['tenant']) })
  return { ...opened, portal, providers, close: () => portal.close() }
}
