import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { collect, examples, withDryRun, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'
import { withMetadataSource, withValues } from '../../../providers/identity-providers/commands/index.ts'
import { ourValueNoun } from '../../../providers/identity-providers/noun.ts'
import { setupNoun } from '../noun.ts'

const chain = [
  'portico setup open - < setup-url.txt',
  'portico setup choose --product okta --type OIDC',
  'portico setup metadata',
  'portico setup configure --from-url https://login.example.com --set clientId=portico --client-secret @secret.txt',
  'portico setup format --email example.com',
  'portico setup test',
  "portico setup complete --group 'Portal admins'",
]

export function addSetupCommands(program: Command, start: Start): void {
  const group = nounCommand(program, setupNoun).addHelpText('after', examples(chain))
  const verb = (name: string, usage = '') => verbCommand(group, setupNoun, name, usage)

  withOutput(withDryRun(verb('open', '<url>')), setupNoun)
    .addHelpText(
      'after',
      '\nURL is the setup URL from the operator of the server, or - to read it from stdin, which hides it\nfrom other users of this machine. The same URL opens the setup on several machines until it is complete.',
    )
    .action((url: string, _options, command: Command) => start(command, () => import('./open.ts'), { url }))
  withOutput(verb('show'), setupNoun).action((_options, command: Command) => start(command, () => import('./show.ts')))
  withOutput(withDryRun(verb('choose')), setupNoun)
    .option('--type <type>', 'OIDC, AAD2, AAD, OPENSAML, ADFS_SAML or SFDC_SAML')
    .option('--product <product>', 'fill in the usual values of a product, such as okta or keycloak')
    .option('--discard', 'discard what was configured with another type')
    .action((_options, command: Command) => start(command, () => import('./choose.ts')))
  withOutput(verb('metadata'), ourValueNoun)
    .option('--xml', 'print our SAML metadata')
    .option('--steps', 'print the steps to take at the provider')
    .action((_options, command: Command) => start(command, () => import('./metadata.ts')))
  withMetadataSource(withOutput(withDryRun(withValues(verb('configure'))), setupNoun)).action(
    (_options, command: Command) => start(command, () => import('./configure.ts')),
  )
  withOutput(withDryRun(verb('format')), setupNoun)
    .option('--email <domains>', 'email domains, comma-separated; replaces the list', collect)
    .option('--windows <domains>', 'Windows domains, comma-separated; replaces the list', collect)
    .action((_options, command: Command) => start(command, () => import('./format.ts')))
  withDryRun(verb('test'))
    .option('--no-browser', 'print the address instead of opening it')
    .option('--no-fresh', 'do not ask the provider to check the credentials again, for providers that loop on it')
    .option('--json', 'print the complete test as JSON at the end')
    .addHelpText('after', '\nExit code 0: every check passed. 1: a check failed.')
    .action((_options, command: Command) => start(command, () => import('./test.ts')))
  withDryRun(verb('complete'))
    .requiredOption('--group <group>', 'a group of the person who passed the test login')
    .option('--replace', 'replace the primary identity provider of a company that is already set up')
    .option('--json', 'print the sign-in address as JSON')
    .action((_options, command: Command) => start(command, () => import('./complete.ts')))
}
