import type { GuidePlan, GuideStep } from '../guides/plan.ts'
import type { GuideCommand } from './guide-commands.ts'

/** On one line, with single blanks: what the keys of a plan are compared with. */
export function normalized(command: string): string {
  return command.replaceAll(/\s*\\\n\s*/g, ' ').replaceAll(/[ \n]+/g, ' ')
}

/** The step for a command: that of the longest key that it begins with, or else that of its section. */
export function stepOf(
  { steps = {}, sections = {} }: GuidePlan,
  { text, section }: Pick<GuideCommand, 'text' | 'section'>,
): GuideStep {
  const keys = Object.keys(steps).filter((key) => normalized(text).startsWith(key))
  const [key] = keys.toSorted((one, other) => other.length - one.length)
  return (key === undefined ? sections[section] : steps[key]) ?? {}
}

/** A text of the page with the values of the table in place of its examples. Only whole words are replaced. */
export function filled(text: string, tables: readonly (Readonly<Record<string, string>> | undefined)[]): string {
  let result = text
  for (const [from, to] of tables.flatMap((table) => Object.entries(table ?? {}))) {
    const word = from.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    result = result.replaceAll(new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'g'), () => to)
  }
  return result
}

/** What a command would still need from its reader: `…`, `[OPTIONAL]`, `ONE|OTHER`, or a word in capitals. */
export function placeholderIn(command: string): string | undefined {
  const code = command.replace(/ # .*$/s, '').replaceAll(/'[^']*'/g, "''")
  return /…|(?<!\S)\[[^\]]*\]|\w\|\w|(?<![\w$"{(=:/.-])(?:ID|FILE|DIR|NAME|TENANT|APP|PERSON|CODE|SLUG|TEXT|PROVIDER)(?![\w=:/.-])/.exec(
    code,
  )?.[0]
}
