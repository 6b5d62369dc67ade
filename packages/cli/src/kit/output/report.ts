import type { FieldValue } from '@portico/core'

import type { CommandContext, CommonOptions } from '../context/context.ts'
import type { Said } from '../phrases/phrase.ts'
import { formatJson } from './print.ts'

/** What a change without rows reports: a sentence on stderr, and with `--json` an object on stdout. */
export function report(
  done: Readonly<Record<string, FieldValue>>,
  sentence: Said,
  { json }: CommonOptions,
  { io, say }: CommandContext,
): void {
  if (json !== undefined) io.stdout.write(formatJson(done, io))
  say(sentence)
}
