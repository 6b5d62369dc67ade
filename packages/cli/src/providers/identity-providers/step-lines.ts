import type { GuideStep } from '@portico/core'

import type { Io } from '../../kit/io/io.ts'
import { indented } from '../../kit/output/indented.ts'

/** The numbered steps that an administrator takes at the provider. */
export function stepLines(guide: readonly GuideStep[], io: Io): string {
  const steps = guide.flatMap(({ title, text }, at) => [`${at + 1}. ${title}`, ...indented(text, 3, io)])
  return steps.map((line) => `${line}\n`).join('')
}
