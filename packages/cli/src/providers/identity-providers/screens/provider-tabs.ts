import type { Words } from '@portico/core'

import type { FormTab } from '../../../kit/terminal/form/form-body.tsx'

/** The tabs of a provider (spec section 2, "Identity provider management"); a new one has none yet. */
export function providerTabs(
  words: Words,
  isSaved: boolean,
  here: 'configuration' | 'username-formats',
): readonly FormTab[] {
  if (!isSaved) return []
  return [
    { label: words.say('idp.tab.configuration'), isHere: here === 'configuration' },
    { label: words.say('idp.tab.username-formats'), isHere: here === 'username-formats' },
    { label: words.say('idp.tab.scim'), isHere: false },
  ]
}
