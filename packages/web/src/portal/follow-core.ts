import type { Core } from '@portico/core'

import type { Navigator } from '../navigation/navigator.ts'
import type { TypedWork } from '../sessions/typed-work.ts'
import { textDirection } from '../navigation/text-direction.ts'

type Parts = { core: Core; navigator: Navigator; typedWork: TypedWork; page: Window }

/** What the page does when core's state changes, whatever screen is shown. Lives as long as the page. */
export function followCore({ core, navigator, typedWork, page }: Parts): void {
  navigator.listen()

  // Spec section 8: a 401 on a wrapped call ends the session.
  core.feedback.subscribe(({ sessionEnded }, before) => {
    if (!sessionEnded || before.sessionEnded) return
    typedWork.beginSignIn()
    page.location.assign('/login/')
  })

  navigator.subscribe(({ path }, before) => {
    if (path !== before.path) core.feedback.clearError()
  })

  core.branding.subscribe(({ words }, before) => {
    if (words === before.words) return
    page.document.documentElement.lang = words.locale
    page.document.documentElement.dir = textDirection(words.locale)
  })
}
