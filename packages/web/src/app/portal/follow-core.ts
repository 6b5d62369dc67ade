import { directionOf, flashSentences, forgetRecentEntries, sessionEndOf, signInAddress, type Core } from '@portico/core'

import { takeFlashMessage } from '../../kit/ports/flash.ts'
import type { Navigator } from '../../kit/ports/navigator.ts'
import type { TypedWork } from '../../kit/ports/typed-work.ts'

/** Storage key of the session's end, from which the sign-in page learns that a session expired. */
const endKey = 'portico.session-end'

type Parts = { core: Core; navigator: Navigator; typedWork: TypedWork; page: Window }

/** Reactions to core's state that do not depend on the screen. Runs as long as the page. */
export function followCore({ core, navigator, typedWork, page }: Parts): void {
  navigator.listen()

  const message = takeFlashMessage(page)
  if (message !== undefined) core.feedback.openSuccess(core.branding.getState().words.say(flashSentences[message]))

  // Spec section 8: a 401 on a wrapped call ends the session.
  core.feedback.subscribe(({ sessionEnded }, before) => {
    if (!sessionEnded || before.sessionEnded) return
    typedWork.beginSignIn()
    const { user } = core.launcher.getState()
    // The pages of a customer are not theirs once the support session has ended.
    const { path, search } = user?.banner === undefined ? navigator.getState() : { path: '/operations', search: '' }
    const hadSession = user !== undefined || Boolean(core.http.cookie('csrf'))
    const ended = sessionEndOf({ hadSession, expiresOn: core.memory.get(endKey), nowMs: core.clock.now() })
    page.location.assign(signInAddress({ path, search }, ended))
  })

  core.session.subscribe(({ session }, before) => {
    if (session !== undefined && session !== before.session) core.memory.set(endKey, session.expiresOn)
  })

  core.session.subscribe(({ isSigningOut }) => {
    if (isSigningOut) forgetRecentEntries(core.memory)
  })

  navigator.subscribe(({ path }, before) => {
    if (path !== before.path) core.feedback.clearError()
  })

  core.branding.subscribe(({ words }, before) => {
    if (words === before.words) return
    page.document.documentElement.lang = words.locale
    page.document.documentElement.dir = directionOf(words.locale)
  })
}
