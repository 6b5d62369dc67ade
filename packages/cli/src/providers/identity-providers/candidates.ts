import { configFieldsOf, identityProviderTypes, listGroups, metadataTypes } from '@portico/core'

import type { Candidate, Values } from '../../kit/command-kit/candidate.ts'
import type { Server } from '../../kit/context/context.ts'
import { providersOf } from './find.ts'

/** Names of identity providers, for completion. */
export async function providerCandidates(server: Server): Promise<readonly Candidate[]> {
  return (await providersOf(server)).map(({ id, name, type }) => ({ value: name, text: type, id }))
}

/** Names of the groups of all identity providers, for completion. */
export async function groupCandidates(server: Server): Promise<readonly Candidate[]> {
  const { tenantGroups } = (await server.call(listGroups, { query: {} })).value
  return tenantGroups.flatMap(({ idpName, groups }) =>
    groups.map(({ id, name }) => ({ value: name, text: idpName, id })),
  )
}

/** Values of `--type`, `--set` and `--unset` of a verb. The type is not known yet, so the fields of all types are offered. */
export function flagValues(flag: 'type' | 'set' | 'unset', verb: string, typed: string): Values {
  if (flag === 'type')
    return {
      candidates: (verb === 'metadata' ? metadataTypes : identityProviderTypes).map((value) => ({ value, text: '' })),
    }
  const all = identityProviderTypes.flatMap((type) => configFieldsOf(type))
  const fields = [...new Map(all.map((field) => [field.name, field])).values()]
  if (flag === 'unset') return { candidates: fields.map(({ name, label }) => ({ value: name, text: label })) }
  const field = fields.find(({ name }) => typed.startsWith(`${name}=`))
  if (field?.kind === 'certificate') return { filesAfter: `${field.name}=@` }
  if (field !== undefined) {
    const values = field.kind === 'flag' ? ['true', 'false'] : choicesOf(field.name, all)
    return { candidates: values.map((value) => ({ value: `${field.name}=${value}`, text: '' })) }
  }
  const settable = fields.filter(({ kind }) => kind !== 'secret')
  return { candidates: settable.map(({ name, label }) => ({ value: `${name}=`, text: label, goesOn: true })) }
}

function choicesOf(name: string, all: ReturnType<typeof configFieldsOf>): string[] {
  const choices = all.flatMap((field) => (field.name === name ? (field.choices ?? []) : []))
  return [...new Set(choices.map(({ value }) => value))]
}
