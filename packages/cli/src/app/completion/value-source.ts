import type { Command } from 'commander'

import type { Candidate, Values } from '../../kit/command-kit/candidate.ts'
import { FieldOption } from '../../kit/command-kit/options.ts'
import type { CommandContext } from '../../kit/context/context.ts'
import { topics } from '../help/topics.ts'
import { formats } from '../../kit/settings/keys.ts'
import { settings as settingTable } from '../../kit/settings/keys.ts'
import type { ValueSource } from './candidates.ts'
import { fieldValues } from './field-values.ts'
import { liveValues, type LiveKind } from './live-values.ts'
import { shells } from './shells.ts'

const live: Readonly<Record<string, LiveKind>> = {
  env: 'environments',
  environment: 'environments',
  account: 'accounts',
  application: 'applications',
  app: 'applications',
  'add-app': 'applications',
  'remove-app': 'applications',
  provider: 'providers',
  idp: 'providers',
  group: 'groups',
  to: 'environments',
  person: 'people',
  code: 'sign-ins',
  'scim-token': 'scim-tokens',
  webhook: 'webhooks',
  token: 'api-tokens',
}
const pages: Readonly<Record<string, LiveKind>> = {
  environment: 'environments',
  'service-account': 'accounts',
  'identity-provider': 'providers',
  'sign-in': 'sign-ins',
}
const files = new Set(['file', 'from-file', 'input', 'key-file', 'man', 'out-file'])
/** Values given as `@FILE`, so that they never appear on the command line. */
const atFiles = new Set(['key', 'key1', 'key2', 'client-secret', 'application-secret', 'next-application-secret'])
const methods = ['GET', 'POST', 'PUT', 'DELETE']

/** Values for options and arguments, by name. Names from the server are left out if it cannot be asked. */
export function valueSource(context: CommandContext, waitMsMax: number): ValueSource {
  return async (wanted) => {
    const { name, option, command, typed } = wanted
    if (option instanceof FieldOption) return fieldValues(option, typed)
    if (isSetting(wanted)) return fixed(settingTable.map(({ key, summary }) => [key, summary]))
    if (files.has(name)) return { filesAfter: '' }
    if (atFiles.has(name)) return { filesAfter: '@' }
    if (name === 'role') return roleValues(wanted.command, typed, context, waitMsMax)
    const kind = name === 'name' && command.name() === 'open' ? pages[wanted.words.at(-1) ?? ''] : live[name]
    if (kind !== undefined) return { candidates: await liveValues(kind, typed, context, waitMsMax) }
    if (name === 'profile' || (name === 'name' && command.parent?.name() === 'profile'))
      return fixed(Object.keys(context.config.profiles).map((profile) => [profile, '']))
    if (name === 'type' || name === 'set' || name === 'unset')
      return (await import('../../providers/identity-providers/candidates.ts')).flagValues(name, command.name(), typed)
    const known = table[name]
    return known === undefined ? undefined : fixed(known)
  }
}

/** Values for a command about custom roles, or about the roles of an environment. Roles of the portal are not listed. */
async function roleValues(
  command: Command,
  typed: string,
  context: CommandContext,
  waitMsMax: number,
): Promise<Values | undefined> {
  const noun = command.parent?.name()
  const kind = noun === 'role' ? 'custom-roles' : noun === 'mapping' || noun === 'app-role' ? 'roles' : undefined
  return kind === undefined ? undefined : { candidates: await liveValues(kind, typed, context, waitMsMax) }
}

function isSetting({ name, command }: { name: string; command: Command }): boolean {
  return name === 'key' && command.parent?.name() === 'config'
}

type Row = readonly [value: string, text: string]

const plain = (values: readonly string[]): readonly Row[] => values.map((value) => [value, ''])

const table: Readonly<Record<string, readonly Row[]>> = {
  output: plain(formats),
  slot: plain(['1', '2']),
  grace: plain(['0', '1h', '12h', '1d', '2d', '7d', '30d']),
  source: [
    ['claims', 'What sign-ins name'],
    ['scim', 'What the directory sends'],
  ],
  step: plain(['show', 'publish', 'activate', 'withdraw']),
  shell: plain(shells),
  method: plain(methods),
  what: plain(Object.keys(pages)),
  words: [['topics', 'List of topics'], ...topics.map(({ name, summary }): Row => [name, summary])],
}

function fixed(values: readonly Row[]): Values {
  return { candidates: values.map(([value, text]): Candidate => ({ value, text })) }
}
