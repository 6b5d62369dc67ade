import { closest } from '@portico/core'
import type { Command, CommanderError } from 'commander'

import { failureSaying, type Failure } from '../../kit/errors/failure.ts'
import { FieldOption } from '../../kit/command-kit/options.ts'
import { phrase, phraseOf, type Phrase } from '../../kit/phrases/phrase.ts'
import { nouns } from './nouns.ts'

/** Converts commander's error to a failure of kind usage, with its suggestion or the help as hint. */
export function usageFailure(error: CommanderError, program: Command, argv: readonly string[]): Failure {
  const command = commandOf(program, argv)
  const help = `${pathOf(command)} --help`
  if (error.code === 'commander.help') {
    const verbs = command.commands.map((verb) => verb.name()).join(', ')
    return failureSaying('usage', phrase`${pathOf(command)} needs one of: ${verbs}.`, { hint: help })
  }
  const field = error.code === 'commander.excessArguments' ? unknownJsonField(command, argv) : undefined
  if (field !== undefined) return failureSaying('usage', field, { hint: help })
  const [sentence = '', guess] = error.message.replace(/^error: /, '').split('\n')
  const meant = guess?.match(/Did you mean (?:one of )?(.*)\?/)?.[1]
  const message = sentence.charAt(0).toUpperCase() + sentence.slice(1) + (sentence.endsWith('.') ? '' : '.')
  const said = phrase`${quotingPhrase(message)}${meant === undefined ? '' : phrase` Did you mean ${meant}?`}`
  return failureSaying('usage', said, { hint: help })
}

/** A sentence of commander, in which names are quoted: `Unknown option {0}.` with `'--nmae'`. */
function quotingPhrase(sentence: string): Phrase {
  const values: string[] = []
  const pattern = sentence.replace(/'[^']*'|\d+/g, (value) => `{${values.push(value) - 1}}`)
  return { pattern, values }
}

/** `--json nmae`: an unknown field remains as an argument, because `--json` takes known names only (json-flag.ts). */
function unknownJsonField(command: Command, argv: readonly string[]): Phrase | undefined {
  const word = argv[argv.indexOf('--json') + 1]
  if (!argv.includes('--json') || word === undefined || word.startsWith('-')) return undefined
  const noun = command.options.find((option) => option instanceof FieldOption)?.noun
  const names = (noun === undefined ? nouns : [noun]).flatMap(({ fields }) => fields.map(({ name }) => name))
  const guess = closest(word, names)
  const what =
    noun === undefined ? phrase`There is no field ${word}.` : phrase`${phraseOf(noun.label)} has no field ${word}.`
  return phrase`${what}${guess === undefined ? '' : phrase` Did you mean ${guess}?`}`
}

/** The deepest command named by the words. */
export function commandOf(program: Command, argv: readonly string[]): Command {
  let command = program
  for (const word of argv) {
    const next = command.commands.find((child) => child.name() === word || child.aliases().includes(word))
    if (next !== undefined) command = next
  }
  return command
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}
