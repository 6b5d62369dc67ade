import '../styles/base.css'

import { createCore } from '@portico/core'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'

import { PortalContext } from '../context/portal-context.tsx'
import { environmentChoice } from '../environments/environment-choice.ts'
import { ChoiceContext } from '../environments/use-choice.ts'
import { CrashBoundary } from '../feedback/crash-boundary.tsx'
import { createDestination } from '../navigation/destination.ts'
import { createNavigator } from '../navigation/navigator.ts'
import { createTypedWork } from '../navigation/typed-work.ts'
import { browserPorts } from '../ports/browser-ports.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { createPending } from '../ui/pending.ts'
import { App } from './app.tsx'
import { followCore } from './follow-core.ts'

start(window)

function start(page: Window): void {
  const core = createCore(browserPorts(page))
  const navigator = createNavigator(page, core.leaveBlocker)
  const choice = environmentChoice(() => page.sessionStorage)
  const typedWork = createTypedWork(() => page.sessionStorage)
  const destination = createDestination(() => page.sessionStorage)
  followCore({ core, navigator, typedWork, page })
  keepFocus(page.document)
  const root = page.document.getElementById('root')
  if (root === null) throw new TypeError('portal.html has no element with the id root.')
  const outline = { path: page.location.pathname, element: root.querySelector('[data-outline]') }
  // Drawn in parts, between which the browser can do other work.
  const draw = createRoot(root)
  startTransition(() =>
    draw.render(
      <PortalContext value={{ core, navigator, typedWork, destination, pending: createPending(), outline }}>
        <ChoiceContext value={choice}>
          <CrashBoundary>
            <App />
          </CrashBoundary>
        </ChoiceContext>
      </PortalContext>,
    ),
  )
  void core.branding.fetch()
}
