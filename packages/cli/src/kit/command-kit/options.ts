import { Help, Option, type Command } from 'commander'
import type { Noun } from '@portico/core'

import { formats } from '../settings/keys.ts'

/** An option that takes fields of a noun, for completion. */
export class FieldOption extends Option {
  readonly noun: Noun
  constructor(noun: Noun, flags: string, description: string) {
    super(flags, description)
    this.noun = noun
  }
}

/** The names of all fields that commands of the program print. */
export function fieldNamesOf(command: Command): ReadonlySet<string> {
  const own = command.options.flatMap((option) => (option instanceof FieldOption ? option.noun.fields : []))
  return new Set([...own.map(({ name }) => name), ...command.commands.flatMap((child) => [...fieldNamesOf(child)])])
}

/** Output flags of a command that prints one object of a noun, with the fields `--json` can name. */
export function withOutput(command: Command, noun: Noun): Command {
  return command
    .addOption(
      new FieldOption(noun, '--json [fields]', 'print JSON with all fields, or only those named (comma-separated)'),
    )
    .option('-o, --output <format>', formats.join(', '))
    .option('--jq <expression>', 'pass the JSON through a jq expression; strings are printed without quotes')
    .addOption(new FieldOption(noun, '--columns <fields>', 'fields to print (comma-separated)'))
    .addHelpText(
      'after',
      () =>
        `\nJSON fields:\n${new Help().boxWrap(`  ${noun.fields.map((field) => field.name).join(', ')}`, 78).replaceAll('\n', '\n  ')}`,
    )
}

/** The same for a command that prints rows once, such as the result of a change. */
export function withRowsOutput(command: Command, noun: Noun): Command {
  return withOutput(command, noun)
    .option('--no-headers', 'omit the line of column names')
    .addOption(new FieldOption(noun, '--sort <field>', 'sort by a field; -FIELD: in reverse order'))
    .addOption(new FieldOption(noun, '--filter <field=value>', filterHelp).argParser(collect))
}

const filterHelp = 'only rows with this value; FIELD~TEXT: rows that contain the text (repeatable)'

/** The same for a list, which can be watched: its command uses `printList`. */
export function withListOutput(command: Command, noun: Noun): Command {
  return withRowsOutput(command, noun).option(
    '--watch [seconds]',
    'print again when rows change, until Ctrl-C; in a pipe, JSON lines',
  )
}

export function withEnvironment(command: Command): Command {
  return command.option('--env <environment>', 'environment, by name or id')
}

export function withDryRun(command: Command): Command {
  return command.option('--dry-run', 'show what would be sent and changed, without changing anything')
}

/** For a list of what happened; `readPeriod` reads it. */
export function withPeriod(command: Command): Command {
  return command
    .option('--since <time>', 'only from this time on: 30m, 24h or 7d ago, a date, or a time with its zone')
    .option('--until <time>', 'only before this time')
}

/** For a change without rows, whose command uses `report`. */
export function withResult(command: Command): Command {
  return command.option('--json', 'print the result as JSON')
}

/** For a command that shows a secret once and uses `secretOutput`. */
export function withSecretFile(command: Command, when = ''): Command {
  return command.option(
    '--out-file <file>',
    `${when}write the secret to a file that only you can read, instead of printing it`,
  )
}

/** Example command lines in a command's help. */
export function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

/** Collects a repeatable option. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}
