import type { Core } from '@portico/core'

import type { Navigator } from '../navigation/navigator.ts'
import { textDirection } from '../navigation/text-direction.ts'

/** What the page does when core's state changes, whatever screen is shown. Lives as long as the page. */
export function followCore({ core, navigator, page }: { core: Core; navigator: Navigator; page: Window }): void {
  navigator.listen()

  // Spec section 8: a 401 on a wrapped call ends the session.
  core.feedback.subscribe(({ sessionEnded }, before) => {
    if (sessionEnded && !before.sessionEnded) page.location.assign('/login/')
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
