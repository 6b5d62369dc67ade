import type { FieldValue } from '@portico/core'

import type { Io } from '../io/io.ts'
import type { Said } from '../phrases/phrase.ts'
import type { OutputOptions } from './plan.ts'
import { formatJson } from './print.ts'

/** What a change without rows reports: a sentence on stderr, and with `--json` an object on stdout. */
export function report(
  done: Readonly<Record<string, FieldValue>>,
  sentence: Said,
  { json }: OutputOptions,
  { io, say }: { readonly io: Io; readonly say: (sentence: Said) => void },
): void {
  if (json !== undefined) io.stdout.write(formatJson(done, io))
  say(sentence)
}
