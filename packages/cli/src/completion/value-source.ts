import type { CommandContext } from '../context/context.ts'
import { settings as settingTable } from '../config/keys.ts'
import { topics } from '../help/topics.ts'
import { formats } from '../output/formats.ts'
import { nouns } from '../program/nouns.ts'
import type { Candidate, ValueSource } from './candidates.ts'
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
}
const files = new Set(['file', 'from-file', 'input', 'key', 'key-file', 'key1', 'key2', 'man', 'out-file'])
const methods = ['GET', 'POST', 'PUT', 'DELETE']

/** Values for options and arguments, by their names. What the server knows is asked; where it cannot be, there is nothing. */
export function valueSource(context: CommandContext): ValueSource {
  return async (name, command) => {
    if (name === 'key' && command.parent?.name() === 'config')
      return fixed(settingTable.map(({ key, summary }) => [key, summary]))
    if (files.has(name)) return 'files'
    const kind = live[name]
    if (kind !== undefined) return liveValues(kind, context)
    switch (name) {
      case 'output':
        return fixed(formats.map((format) => [format, '']))
      case 'columns':
      case 'json':
      case 'sort':
      case 'filter':
        return fieldsOf(command.parent?.name() ?? '', name === 'filter' ? '=' : '')
      case 'profile':
        return fixed(Object.keys(context.config.profiles).map((profile) => [profile, '']))
      case 'name':
        return command.parent?.name() === 'profile'
          ? fixed(Object.keys(context.config.profiles).map((one) => [one, '']))
          : undefined
      case 'slot':
        return fixed([
          ['1', ''],
          ['2', ''],
        ])
      case 'type':
      case 'set':
      case 'unset':
        return (await import('../identity-providers/candidates.ts')).flagCandidates(name, command.name())
      case 'step':
        return fixed(['show', 'publish', 'activate', 'withdraw'].map((step) => [step, '']))
      case 'shell':
        return fixed(shells.map((shell) => [shell, '']))
      case 'method':
        return fixed(methods.map((method) => [method, '']))
      case 'what':
        return fixed([
          ['environment', ''],
          ['service-account', ''],
          ['identity-provider', ''],
          ['sign-in', ''],
        ])
      case 'words':
        return fixed([
          ['topics', 'List of topics'],
          ...topics.map(({ name: topic, summary }) => [topic, summary] as const),
        ])
      default:
        return undefined
    }
  }
}

function fieldsOf(nounName: string, end: string): readonly Candidate[] {
  const noun = nouns.find((one) => one.name === nounName)
  return fixed((noun?.fields ?? []).map(({ name, summary }) => [name + end, summary]))
}

function fixed(values: readonly (readonly [value: string, text: string])[]): readonly Candidate[] {
  return values.map(([value, text]) => ({ value, text }))
}
