import { providerChangesOf, type ProviderFormState } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'

/** What a save would change, a line each: `- before` and `+ after` under the name of the field. */
export function providerChangeLines(state: ProviderFormState): string[] {
  return providerChangesOf(state)
    .flatMap(({ label, removed, added }) => [
      label,
      ...removed.map((text) => `- ${text}`),
      ...added.map((text) => `+ ${text}`),
    ])
    .map(neutralise)
}
