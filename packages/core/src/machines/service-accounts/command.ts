import { flagOf, shellFlag as flag, shellQuoted as quoted } from '../../kit/nouns/shell-text.ts'
import type { Dependency, DependencyRow } from './contract.ts'
import { accountFields } from './fields.ts'
import type { ServiceAccountFormState } from './form.ts'
import { inputOf, savedDependencies } from './input.ts'
import { dependencyText } from './noun.ts'

/**
 * What the form would save, as a command for a POSIX shell. It never contains keys: the person replaces `@FILE` by their
 * file. `id` is absent while the account does not exist yet.
 */
export function commandOf(state: ServiceAccountFormState, at: { environment: string; id: string | undefined }): string {
  const verb = at.id === undefined ? ['create'] : ['update', quoted(at.id)]
  const flags = [
    ...fieldFlags(state, at.id === undefined),
    ...(at.id === undefined ? applicationFlags(state.dependencies) : applicationChanges(state)),
  ]
  return ['portico service-account', ...verb, flag('env', at.environment), ...flags].join(' ')
}

function fieldFlags(state: ServiceAccountFormState, isNew: boolean): string[] {
  const before = isNew ? {} : inputOf(state.fetched.values)
  const now = inputOf(state.values)
  return accountFields.flatMap(({ name, kind }) => {
    if (kind === 'algorithm' || before[name] === now[name]) return []
    if (kind === 'line' || now[name] === undefined) return flag(flagOf(name), now[name] ?? '')
    return `--${flagOf(name)} @FILE${name.slice(-1)}`
  })
}

function applicationFlags(rows: readonly DependencyRow[]): string[] {
  return savedDependencies(rows).map((one) => flag('app', textOf(one, rows)))
}

/** The command runs `--remove-app` first, so an application's URN without a role removes all its roles. */
function applicationChanges({ fetched, dependencies }: ServiceAccountFormState): string[] {
  const before = savedDependencies(fetched.dependencies)
  const now = savedDependencies(dependencies)
  const isIn = (one: Dependency, list: readonly Dependency[]) =>
    list.some((other) => other.appId === one.appId && other.name === one.name)
  const holdsApp = (appId: string) => now.some((one) => one.appId === appId)
  const gone = before.filter((one) => !isIn(one, now))
  const removed = gone.flatMap((one) => {
    if (!holdsApp(one.appId)) return textOf({ ...one, name: '' }, fetched.dependencies)
    // A grant without a role disappears when a role is added.
    return one.name === '' ? [] : textOf(one, fetched.dependencies)
  })
  const added = now.filter((one) => !isIn(one, before)).map((one) => textOf(one, dependencies))
  return [...new Set(removed)]
    .map((text) => flag('remove-app', text))
    .concat(added.map((text) => flag('add-app', text)))
}

function textOf({ appId, name }: Dependency, rows: readonly DependencyRow[]): string {
  return dependencyText({ urn: rows.find((row) => row.appId === appId)?.urn ?? appId, name })
}
