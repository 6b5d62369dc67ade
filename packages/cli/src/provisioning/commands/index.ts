import { provisioningNoun, provisioningObjectNoun, type Noun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../command-kit/noun-command.ts'
import { examples, withDryRun, withEnvironment, withListOutput, withOutput } from '../../command-kit/options.ts'
import type { Start } from '../../command-kit/start.ts'

const noun = provisioningNoun as unknown as Noun

export function addProvisioningCommands(program: Command, start: Start): void {
  const group = nounCommand(program, provisioningNoun)
  const verb = (name: string) =>
    withEnvironment(verbCommand(group, provisioningNoun, name)).requiredOption(
      '--app <application>',
      'application, by name, URN or id',
    )
  const act = (action: string) => (_options: unknown, command: Command) =>
    start(command, () => import('./act.ts'), { action })

  withOutput(verb('show'), noun).action(act('show'))
  withOutput(withDryRun(verb('set')), noun)
    .option('--url <url>', 'base URL of its SCIM service; another one begins anew and needs --token')
    .option('--token <@file>', 'file with the bearer token of the application, or - for stdin')
    .option('--groups', 'send the groups that open it too (the default)')
    .option('--no-groups', 'send people alone; groups that were sent are deleted there')
    .option('--removal <choice>', 'deactivate or delete people who may come no longer')
    .option('--on', 'send, also after a pause')
    .option('--off', 'send nothing until it is on again')
    .addHelpText(
      'after',
      examples([
        'portico provisioning set --app Billing --url https://billing.example.com/scim/v2 --token @billing.token',
        'portico provisioning set --app Billing --removal delete',
      ]),
    )
    .action((_options, command: Command) => start(command, () => import('./set.ts')))
  verb('test').action(act('test'))
  withListOutput(verb('behind'), provisioningObjectNoun as unknown as Noun)
    .option('--limit <count>', 'at most so many', '200')
    .action((_options, command: Command) => start(command, () => import('./behind.ts')))
  withOutput(withDryRun(verb('retry')), noun).action(act('retry'))
  withDryRun(verb('remove')).option('-y, --yes', 'do not ask').action(act('remove'))
}
