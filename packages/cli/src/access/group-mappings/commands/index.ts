import { groupNoun, groupUseNoun, mappingNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  collect,
  examples,
  withDryRun,
  withEnvironment,
  withListOutput,
  withOutput,
  withRowsOutput,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

const changes = ['set', 'add', 'remove'] as const

export function addMappingCommands(program: Command, start: Start): void {
  const group = nounCommand(program, mappingNoun)
  const verb = (name: string, usage = '') => verbCommand(group, mappingNoun, name, usage)

  withListOutput(withEnvironment(verb('list')), mappingNoun)
    .option('--app <application>', 'only what belongs to this application')
    .option('--group <group>', 'only what this group is mapped to')
    .option('--idp <provider>', 'identity provider of the group, by name or id')
    .action((_options, command: Command) => start(command, () => import('./list.ts')))

  withRowsOutput(withTarget(verb('get')), groupNoun).action((_options, command: Command) =>
    start(command, () => import('./get.ts')),
  )

  for (const change of changes) {
    const command = withRowsOutput(withDryRun(withTarget(verb(change))), groupNoun)
      .option('--group <group>', 'a group, by name, claim or id (repeatable)', collect)
      .option('--idp <provider>', 'identity provider of the groups, by name or id')
      .addHelpText('after', examples([`portico mapping ${change} --app Billing --role viewer --group staff`]))
    if (change === 'set') command.option('--none', 'map no groups')
    command.action((_options, given: Command) => start(given, () => import('./change.ts'), { change }))
  }

  withOutput(withEnvironment(verb('matrix')), mappingNoun)
    .option('--app <application>', 'only what belongs to this application')
    .option('--idp <provider>', 'only groups of this identity provider')
    .option('--no-headers', 'omit the line of column names')
    .action((_options, command: Command) => start(command, () => import('./matrix.ts')))

  withRowsOutput(verb('uses', '<group>'), groupUseNoun)
    .option('--idp <provider>', 'identity provider of the group, by name or id')
    .action((wanted: string, _options, command: Command) => start(command, () => import('./uses.ts'), { wanted }))

  withComparison(verb('diff'), 'environment to compare with')
    .addHelpText('after', '\nExit code 1: mappings differ.')
    .action((_options, command: Command) => start(command, () => import('./diff.ts')))
  withDryRun(withComparison(verb('promote'), 'environment to change'))
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['portico mapping promote --env Staging --to Production']))
    .action((_options, command: Command) => start(command, () => import('./promote.ts')))
}

function withTarget(command: Command): Command {
  return withEnvironment(command)
    .option('--app <application>', 'application, by name, URN or id')
    .option('--role <role>', 'a role of the application; without --app, a custom role')
}

function withComparison(command: Command, to: string): Command {
  return withOutput(withEnvironment(command), mappingNoun)
    .requiredOption('--to <environment>', `${to}, by name or id`)
    .option('--app <application>', 'only what belongs to this application')
}
