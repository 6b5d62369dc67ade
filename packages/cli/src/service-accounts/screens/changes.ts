import { changesOf, type ServiceAccountFormState, type Words } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'

/** What a save would change, a line each: `- before` and `+ after` under the name of the field. */
export function changeLines(state: ServiceAccountFormState, words: Words): string[] {
  return changesOf(state)
    .flatMap(({ field, removed, added }) => [
      words.say(`field.${field}`),
      ...removed.map((text) => `- ${text}`),
      ...added.map((text) => `+ ${text}`),
    ])
    .map(neutralise)
}
