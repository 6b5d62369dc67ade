import { pageTitle, sessionEndWord, type BrandingState } from '@portico/core'

import { safeHref } from '../../navigation/safe-href.ts'
import { textDirection } from '../../navigation/text-direction.ts'
import type { LoginElements } from './elements.ts'

/** Fills in the deployment's names, links and words; elements name their sentence in `data-say`. */
export function drawBranding(
  page: Window,
  elements: LoginElements,
  { branding, words }: BrandingState,
  isKept: boolean,
): void {
  const root = page.document.documentElement
  root.lang = words.locale
  root.dir = textDirection(words.locale)
  for (const element of page.document.querySelectorAll<HTMLElement>('[data-say]')) {
    const sentence = words.find(element.dataset['say'] ?? '')
    if (sentence !== undefined && element.textContent !== sentence) element.textContent = sentence
  }
  const { sessionEnd } = elements
  const why = sessionEndWord(new URLSearchParams(page.location.search).get('ended'))
  sessionEnd.hidden = why === undefined
  if (why !== undefined)
    sessionEnd.textContent = [why, ...(isKept ? ['login.kept' as const] : [])].map((id) => words.say(id)).join(' ')
  if (branding === undefined) return
  elements.applicationName.textContent = branding.applicationName
  elements.companyName.textContent = branding.companyName
  const privacy = safeHref(branding.privacyPolicyUrl, page.location.origin)
  elements.privacy.hidden = privacy === undefined
  if (privacy !== undefined) elements.privacy.href = privacy
  page.document.title = pageTitle({
    part: words.say('login.title'),
    portal: words.say('portal.title'),
    company: branding.companyName,
  })
}
