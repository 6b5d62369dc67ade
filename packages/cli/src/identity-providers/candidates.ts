import { configFieldsOf, identityProviderTypes, metadataTypes } from '@portico/core'

import type { Candidate } from '../completion/candidates.ts'
import type { Server } from '../context/context.ts'
import { providersOf } from './find.ts'

/** Names of identity providers, to complete with. */
export async function providerCandidates(server: Server): Promise<readonly Candidate[]> {
  return (await providersOf(server)).map(({ name, type }) => ({ value: name, text: type }))
}

/** Values of `--type`, `--set` and `--unset` of a verb. Which type it will be is not known: the fields are those of all. */
export function flagCandidates(flag: 'type' | 'set' | 'unset', verb: string): readonly Candidate[] {
  if (flag === 'type')
    return (verb === 'metadata' ? metadataTypes : identityProviderTypes).map((value) => ({ value, text: '' }))
  const end = flag === 'set' ? '=' : ''
  const fields = identityProviderTypes.flatMap((type) => configFieldsOf(type))
  const fitting = fields.filter(({ kind }) => flag === 'unset' || kind !== 'secret')
  return [...new Map(fitting.map(({ name, label }) => [name, label]))].map(([name, text]) => ({
    value: name + end,
    text,
  }))
}
