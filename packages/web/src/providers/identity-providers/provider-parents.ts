import type { Words } from '@portico/core'

import { settingsPath } from '../../kit/navigation/paths.ts'

/** The screens above that of one identity provider. */
export function parentsOf(words: Words) {
  return {
    label: words.say('settings.title'),
    crumbs: [{ label: words.say('settings.identity-providers'), to: settingsPath('identity-providers') }],
  }
}
