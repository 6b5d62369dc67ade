import { raw } from 'jq-wasm'

import { fail } from '../errors/failure.ts'
import { phrase } from '../phrases/phrase.ts'

/** Runs a jq expression over a JSON text: one line per result, strings without quotes (jq -r). */
export async function throughJq(json: string, expression: string): Promise<string> {
  try {
    return (await raw(json, expression, ['-r'])).trimEnd()
  } catch (reason) {
    const said = reason instanceof Error ? reason.message : String(reason)
    const message = said
      .replace(/^Failed to execute raw query: /, '')
      .replace(/^jq: /, '')
      .trim()
    if (/compile error|syntax error/.test(said))
      return fail('usage', phrase`jq does not understand the expression: ${message}`, {
        hint: 'portico help topics output',
      })
    return fail('failure', phrase`jq: ${message}`)
  }
}
