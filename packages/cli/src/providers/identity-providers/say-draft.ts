import type { IdentityProvider } from '@portico/core'

import type { CommandContext } from '../../kit/context/context.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** Says after a change that sign-ins do not use it yet, and the command to run next. */
export function sayDraft({ id, draft, live }: IdentityProvider, { say }: CommandContext): void {
  if (draft === null) return say('This is what sign-ins use: there is nothing left to keep.')
  say(
    live === null
      ? 'Saved as a draft: this identity provider accepts no sign-ins until it is kept.'
      : 'Saved as a draft: sign-ins do not use it until it is kept.',
  )
  say(draft.proven ? phrase`To put it into effect: portico idp keep ${id}` : phrase`To test it: portico idp test ${id}`)
}
