import type { Command } from 'commander'
import { fieldOf, flagOf, lineFields, serviceAccountNoun, type Field } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { collect, withDryRun, withEnvironment, withListOutput, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

const keyHelp = 'public key or certificate: @FILE, - for stdin, or the PEM itself'
const makeKeyHelp = 'make a key pair: the private key is written to this new file, the public key becomes key 1'
const appHelp = 'application, with or without a role (repeatable)'

export function addServiceAccountCommands(program: Command, start: Start): void {
  const group = nounCommand(program, serviceAccountNoun)
  const verb = (name: string, usage = '') => withEnvironment(verbCommand(group, serviceAccountNoun, name, usage))

  withListOutput(verb('list'), serviceAccountNoun)
    .option('--search <text>', 'only accounts whose name, id or URN contains these words; !TEXT: all others')
    .option('--limit <count>', 'print at most this many')
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withOutput(verb('get', '<account>'), serviceAccountNoun).action((account: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { account }),
  )
  withLines(withOutput(withDryRun(verb('create')), serviceAccountNoun), ({ summary }) => firstLower(summary))
    .option('--key1 <key>', keyHelp)
    .option('--make-key <file>', makeKeyHelp)
    .option('--key2 <key>', keyHelp)
    .option('--app <urn[:role]>', appHelp, collect)
    .option('-f, --file <file>', 'create the accounts of a YAML, CSV or NDJSON file, or - for stdin')
    .action(({ file }: { file?: string }, command: Command) =>
      file === undefined
        ? start(command, () => import('./create.ts'))
        : start(command, () => import('./create-many.ts'), { file }),
    )
  withLines(
    withOutput(withDryRun(verb('update', '<account>')), serviceAccountNoun),
    ({ label }) => `new ${firstLower(label)}`,
  )
    .option('--key1 <key>', `${keyHelp}; '' removes it`)
    .option('--key2 <key>', `${keyHelp}; '' removes it`)
    .option('--app <urn[:role]>', `${appHelp}; replaces all`, collect)
    .option('--add-app <urn[:role]>', 'application or role to add (repeatable)', collect)
    .option('--remove-app <urn[:role]>', 'application or role to remove (repeatable)', collect)
    .action((account: string, _options, command: Command) => start(command, () => import('./update.ts'), { account }))
  withOutput(withDryRun(verb('rotate', '<account...>')), serviceAccountNoun)
    .option(
      '--new-key <file>',
      'file with the new private key: stores the public key, gets a token with the new key, and retires the other key',
    )
    .option(
      '--make-key <file|folder/>',
      'the same with a key pair that is made here: the private key is written to this new file; for several accounts, to one file each in this folder',
    )
    .option('--key <key>', `only store this key: ${keyHelp}`)
    .option('--slot <1|2>', 'slot for the new key; required with --key if both are full')
    .option('--replace-older', 'with both slots full, replace the key that was used longer ago, even if it is in use')
    .option('-y, --yes', 'remove the other key of each account, even if it is in use')
    .action((accounts: string[], _options, command: Command) =>
      start(command, () => import('./rotate.ts'), { accounts }),
    )
  verb('token', '<account>')
    .requiredOption('--key-file <file>', 'file with the private key of the account')
    .option('--app <urn>', 'application that the token is for (repeatable; default: all that are assigned)', collect)
    .option('--json', 'print access_token, token_type and expires_in')
    .action((account: string, { keyFile: key }: { keyFile: string }, command: Command) => {
      // `keyFile` is the setting with the caller's key, which this one does not replace.
      const own = { account, key, keyFile: undefined }
      return start(command, () => import('./token.ts'), own)
    })
  withOutput(withDryRun(verb('delete', '<account>')), serviceAccountNoun)
    .option('--confirm <name>', 'its name, instead of typing it when asked')
    .action((account: string, _options, command: Command) => start(command, () => import('./delete.ts'), { account }))
}

/** A flag for each line of text, described by the noun's field of that name. */
function withLines(command: Command, textOf: (field: Field) => string): Command {
  for (const { name } of lineFields) {
    const field = fieldOf(serviceAccountNoun, name)
    if (field === undefined) throw new Error(`The serviceAccountNoun has no field ${name}.`)
    command.option(`--${flagOf(name)} <${flagOf(name)}>`, textOf(field))
  }
  return command
}

function firstLower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
