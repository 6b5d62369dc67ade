import { fields } from '../config/fields.ts'

/** What a switch can be set to: on or off, a number between two bounds, or one of some words (or null). */
export type SwitchRule = 'flag' | { least: number; most: number } | readonly string[]

export type SwitchesOf<Table extends Record<string, SwitchRule>> = {
  -readonly [Name in keyof Table]: Table[Name] extends 'flag'
    ? boolean
    : Table[Name] extends readonly (infer Word)[]
      ? Word | null
      : number
}

/** All switches of a table as they are in a provider that behaves: off, zero, null. */
export function usualOf<Table extends Record<string, SwitchRule>>(table: Table): SwitchesOf<Table> {
  const usual = Object.entries(table).map(([name, rule]) => {
    if (rule === 'flag') return [name, false]
    return [name, Array.isArray(rule) ? null : 0]
  })
  return Object.fromEntries(usual) as SwitchesOf<Table>
}

/** The switches after a change that came from outside; throws TypeError with one sentence for each mistake. */
export function changeByTable<Table extends Record<string, SwitchRule>>(
  table: Table,
  now: SwitchesOf<Table>,
  change: unknown,
): SwitchesOf<Table> {
  const problems: string[] = []
  const read = fields(change, '', Object.keys(table), problems)
  const changed = Object.entries(table).map(([name, rule]) => {
    if (!read.has(name)) return [name, now[name]]
    if (rule === 'flag') return [name, read.flag(name)]
    if (isWords(rule)) return [name, read.child(name) === null ? null : read.oneOf(name, rule)]
    return [name, read.number(name, rule.least, rule.most)]
  })
  if (problems.length > 0) throw new TypeError(problems.join('\n'))
  return Object.fromEntries(changed) as SwitchesOf<Table>
}

function isWords(rule: SwitchRule): rule is readonly string[] {
  return Array.isArray(rule)
}
