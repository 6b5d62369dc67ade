import type { Command, CommanderError } from 'commander'

import type { Failure } from '../errors/failure.ts'

/** commander's complaint as a failure of kind usage: the sentence, and its guess or the help as hint. */
export function usageFailure(error: CommanderError, program: Command, argv: readonly string[]): Failure {
  const command = commandOf(program, argv)
  const help = `${pathOf(command)} --help`
  if (error.code === 'commander.help') {
    const verbs = command.commands.map((verb) => verb.name()).join(', ')
    return { kind: 'usage', message: `${pathOf(command)} needs one of: ${verbs}.`, hint: help }
  }
  const [sentence = '', guess] = error.message.replace(/^error: /, '').split('\n')
  const meant = guess?.match(/Did you mean (?:one of )?(.*)\?/)?.[1]
  const message = sentence.charAt(0).toUpperCase() + sentence.slice(1) + (sentence.endsWith('.') ? '' : '.')
  return { kind: 'usage', message, hint: meant === undefined ? help : `Did you mean ${meant}? See ${help}` }
}

/** The deepest command the words name. */
function commandOf(program: Command, argv: readonly string[]): Command {
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
