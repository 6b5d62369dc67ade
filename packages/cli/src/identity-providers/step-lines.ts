import { guides, type IdentityProviderType } from '@portico/core'

import type { Io } from '../io/io.ts'
import { indented } from '../output/indented.ts'

/** What an administrator does at the provider's side, numbered, in the order it is done there. */
export function stepLines(type: IdentityProviderType, io: Io): string {
  const steps = guides[type].flatMap(({ title, text }, at) => [`${at + 1}. ${title}`, ...indented(text, 3, io)])
  return steps.map((line) => `${line}\n`).join('')
}
