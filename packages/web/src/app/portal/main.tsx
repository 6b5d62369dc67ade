import '../../kit/styles/base.css'

import { createCore } from '@portico/core'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'

import { PortalContext } from '../../kit/context/portal-context.tsx'
import { environmentChoice } from '../../tenant/environments/environment-choice.ts'
import { ChoiceContext } from '../../tenant/environments/use-choice.ts'
import { CrashBoundary } from '../../kit/feedback/crash-boundary.tsx'
import { createDestination } from '../../kit/ports/destination.ts'
import { createNavigator } from '../../kit/ports/navigator.ts'
import { createTypedWork } from '../../kit/ports/typed-work.ts'
import { browserPorts } from '../../kit/ports/browser-ports.ts'
import { keepFocus } from '../../kit/ui/keep-focus.ts'
import { createPending } from '../../kit/ui/pending.ts'
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
