import type { Words } from '@portico/core'

import type { FormTab } from '../../terminal/form/form-body.tsx'

/** The parts of a provider (spec section 2, "Identity provider management"); one that is not saved has no parts yet. */
export function providerTabs(
  words: Words,
  isSaved: boolean,
  here: 'configuration' | 'username-formats',
): readonly FormTab[] {
  if (!isSaved) return []
  return [
    { label: words.say('idp.tab.configuration'), isHere: here === 'configuration' },
    { label: words.say('idp.tab.username-formats'), isHere: here === 'username-formats' },
  ]
}
