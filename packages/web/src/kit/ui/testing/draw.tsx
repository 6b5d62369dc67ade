import '../../styles/base.css'

import { createCore, englishMessages, type Core, type HttpAnswer, type HttpRequest } from '@portico/core'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'

import { PortalContext } from '../../context/portal-context.tsx'
import { createDestination } from '../../ports/destination.ts'
import { createNavigator } from '../../ports/navigator.ts'
import { createTypedWork } from '../../ports/typed-work.ts'
import { keepFocus } from '../keep-focus.ts'
import { createPending } from '../pending.ts'

type Options = { readonly send?: (request: HttpRequest) => Promise<HttpAnswer> }

keepFocus(document)

/** Draws a part as the portal does, with core's sentences and the portal's care for the focus, over a server of the test's own. */
export async function draw(part: ReactNode | ((core: Core) => ReactNode), { send }: Options = {}): Promise<Core> {
  const core = createCore({
    http: { cookie: () => undefined, send: send ?? (() => Promise.reject(new Error('This test has no server.'))) },
    clock: { now: () => Date.now() },
    memory: { get: () => undefined, set: () => undefined, remove: () => undefined },
  })
  core.branding.learn(englishMessages)
  const storage = () => sessionStorage
  const portal = {
    core,
    navigator: createNavigator(window, core.leaveBlocker),
    typedWork: createTypedWork(storage),
    destination: createDestination(storage),
    pending: createPending(),
  }
  const drawn = typeof part === 'function' ? part(core) : part
  await render(<PortalContext value={portal}>{drawn}</PortalContext>)
  return core
}

/** A successful answer with a JSON body. */
export function answer(status: number, body: unknown): HttpAnswer {
  return { status, statusText: '', header: () => undefined, text: () => Promise.resolve(JSON.stringify(body)) }
}
