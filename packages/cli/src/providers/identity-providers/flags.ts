import { transformOfLine, type IdentityProviderType } from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import type { Io } from '../../kit/io/io.ts'
import { configField, configValue } from './config-value.ts'
import { withValue, type Config, type ProviderDraft } from './draft.ts'
import { secretVariables, type SecretName } from './secret-variables.ts'
import { readSecrets, secretNamesOf, type SecretFlags } from './secrets.ts'

/** The flags of `create` and `update` that set fields of an identity provider. */
export type DraftFlags = SecretFlags & {
  readonly name?: string | undefined
  readonly set?: readonly string[] | undefined
  readonly unset?: readonly string[] | undefined
  readonly usernameTransform?: readonly string[] | undefined
  readonly groupTransform?: readonly string[] | undefined
  readonly enable?: boolean | undefined
  readonly disable?: boolean | undefined
}

/** Applies the flags to the draft: `--set` after the file, `--unset` last. */
export async function withFlags(draft: ProviderDraft, flags: DraftFlags, io: Io): Promise<ProviderDraft> {
  if (flags.enable && flags.disable) fail('usage', '--enable and --disable contradict each other.')
  onlyOneFromStdin(flags)
  const { type } = draft
  const secrets = { ...draft.secrets, ...(await readSecrets(type, flags, io)) }
  let config = await withSet(type, draft.config, flags.set ?? [], io)
  if (flags.usernameTransform !== undefined)
    config = withValue(config, 'usernameTransforms', flags.usernameTransform.map(transformOfLine))
  if (flags.groupTransform !== undefined)
    config = withValue(config, 'groupTransforms', flags.groupTransform.map(transformOfLine))
  for (const name of flags.unset ?? []) {
    if ((secretNamesOf(type) as readonly string[]).includes(name)) secrets[name as SecretName] = null
    else config = withValue(config, configField(type, name).name, undefined)
  }
  const enabled = flags.enable === true || (draft.enabled && flags.disable !== true)
  return { type, name: flags.name ?? draft.name, enabled, config, secrets }
}

/** Whether any of the flags is given. */
export function changesAnything(flags: DraftFlags & { readonly file?: string | undefined }, io: Io): boolean {
  const { name, set, unset, enable, disable, clientSecret, applicationSecret, nextApplicationSecret, file } = flags
  const secrets = [clientSecret, applicationSecret, nextApplicationSecret]
  const transforms = [flags.usernameTransform, flags.groupTransform]
  const given = [name, set, unset, enable, disable, ...secrets, ...transforms, file]
  const variables = Object.values(secretVariables)
  return given.some((flag) => flag !== undefined) || variables.some((variable) => Boolean(io.env[variable]))
}

async function withSet(type: IdentityProviderType, before: Config, set: readonly string[], io: Io): Promise<Config> {
  let config = before
  for (const text of set) {
    const at = text.indexOf('=')
    if (at <= 0) fail('usage', '--set takes FIELD=VALUE.', { hint: 'portico help topics identity-providers' })
    const field = configField(type, text.slice(0, at).trim())
    const value = text.slice(at + 1)
    config = withValue(config, field.name, value === '' ? undefined : await configValue(field, value, io))
  }
  return config
}

function onlyOneFromStdin({ set = [], clientSecret, applicationSecret, nextApplicationSecret }: DraftFlags): void {
  const given = [
    clientSecret,
    applicationSecret,
    nextApplicationSecret,
    ...set.map((text) => text.replace(/^[^=]*=/, '')),
  ]
  if (given.filter((text) => text === '-').length > 1) fail('usage', 'Only one value can come from stdin.')
}
