import { resolve } from 'node:path'

import type { Noun } from '@portico/core'

import { fail } from '../errors/failure.ts'
import { phrase, type Said } from '../phrases/phrase.ts'
import type { Resolved } from '../settings/resolve.ts'
import { openPrivateDraft, type PrivateDraft } from '../storage/private-file.ts'
import { planOutput, type OutputOptions, type OutputPlan } from './plan.ts'
import { printRow, type PrintPorts } from './print.ts'

export type SecretOptions = OutputOptions & { readonly outFile?: string | undefined }

export type SecretOutput<Row> = {
  readonly plan: OutputPlan<Row>
  /** Runs `make`, then shows what it made. Resolves with whether the secret is in the file. */
  show(make: () => Promise<Row>): Promise<boolean>
}

/**
 * Where a secret goes that is shown once. Decided before it is made: output flags that would lose it are refused, because
 * what was made could never be used.
 */
export function secretOutput<Row extends object>(
  noun: Noun<Row>,
  options: SecretOptions,
  context: PrintPorts & { readonly settings: Pick<Resolved, 'get'>; readonly warn: (sentence: Said) => void },
  print: (plan: OutputPlan<Row>, row: Row) => Promise<void> = (plan, row) => printRow(plan, row, context),
): SecretOutput<Row> {
  const { io, settings, warn } = context
  const plan = planOutput(noun, options, { io, configured: settings.get('output') })
  const field = noun.fields.find((one) => one.shownOnce)
  if (field === undefined) throw new TypeError(`${noun.name} has no field that is shown once.`)
  const { outFile } = options
  // Whether a jq expression keeps the secret is known only after the secret was made.
  if (outFile === undefined && (plan.jq !== undefined || !plan.fields.includes(field)))
    fail('usage', phrase`The output would lose ${field.name}, which is shown once. Print it too, or use --out-file.`, {
      hint: 'portico help topics output',
    })
  return {
    plan,
    async show(make) {
      const draft = outFile === undefined ? undefined : openDraft(resolve(io.cwd, outFile))
      let row: Row
      try {
        row = await make()
      } catch (reason) {
        draft?.discard()
        throw reason
      }
      const secret = field.value(row)
      const isKept = draft !== undefined && typeof secret === 'string' && keep(draft, secret)
      if (draft !== undefined && !isKept)
        warn(phrase`${outFile ?? ''} cannot be written. The secret is printed instead.`)
      const shown = isKept ? { ...row, [field.name]: '' } : row
      if (draft !== undefined && !isKept)
        await printRow(planOutput(noun, {}, { io, configured: undefined }), shown, context)
      else await print(plan, shown)
      return isKept
    },
  }
}

export function writtenTo(file: string | undefined) {
  return phrase`The secret was written to ${file ?? ''}. It is not shown again.`
}

function openDraft(path: string): PrivateDraft {
  try {
    return openPrivateDraft(path)
  } catch (reason) {
    return fail('validation', phrase`${path} cannot be written: ${(reason as Error).message}`)
  }
}

function keep(draft: PrivateDraft, secret: string): boolean {
  try {
    draft.keep(`${secret}\n`)
    return true
  } catch {
    return false
  }
}
