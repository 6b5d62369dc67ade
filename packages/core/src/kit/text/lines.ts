import * as v from 'valibot'

import { nameOf } from './names.ts'
import { lineOf, optionalLineOf } from './rules.ts'

/** What may be saved of a text in one line, as data. */
export type LineRule = {
  readonly name: string
  /** UTF-16 units after trimming. */
  readonly lengthMax: number
  /** A line that is not required may be absent, and is stored empty. */
  readonly required: boolean
  /** A required line may not contain characters that people cannot see. */
  readonly isName?: true
  /** Error ids that replace REQUIRED and TOO_LONG. */
  readonly errorIds?: { readonly required?: string; readonly tooLong?: string }
}

type Line<Rule extends LineRule> = Rule['required'] extends true
  ? v.GenericSchema<string>
  : v.OptionalSchema<v.GenericSchema<string>, ''>

/** The body of a call that saves these lines, for the form, the command and the server alike. */
export function lineRules<const Rules extends readonly LineRule[]>(rules: Rules) {
  const entries = rules.map((rule) => [rule.name, ruleOf(rule)])
  return v.strictObject(Object.fromEntries(entries) as { [Rule in Rules[number] as Rule['name']]: Line<Rule> })
}

function ruleOf({ lengthMax, required, isName, errorIds }: LineRule) {
  if (!required) return optionalLineOf(lengthMax, errorIds)
  return isName ? nameOf(lengthMax, errorIds) : lineOf(lengthMax, errorIds)
}
