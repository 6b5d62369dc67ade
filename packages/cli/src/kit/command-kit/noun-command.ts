import type { Command } from 'commander'
import { actionOf, type Noun } from '@portico/core'

/** The command of a noun, `service-account`, with its plural and short forms as aliases. */
export function nounCommand(program: Command, noun: Noun<never>): Command {
  const command = program.command(noun.name).description(noun.summary).usage('<verb> [options]')
  const others = [...new Set([noun.plural, ...noun.aliases])].filter((alias) => alias !== noun.name)
  if (others.length > 0) command.addHelpText('after', `\nAliases: ${others.join(', ')}`)
  for (const alias of others) command.alias(alias)
  return command
}

/** A verb of a noun, with the summary from its description. */
export function verbCommand(parent: Command, noun: Noun<never>, verb: string, usage = ''): Command {
  const summary = actionOf(noun, verb)?.summary
  if (summary === undefined) throw new Error(`${noun.name} has no action ${verb}.`)
  return parent.command(`${verb} ${usage}`.trim()).description(summary)
}
