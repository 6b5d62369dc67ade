import { domainKinds, type IdentityProvider } from '@portico/core/contract'

import type { SecretBox } from '../../../kit/secrets/secret-box.ts'
import { openSecrets } from '../queries.ts'
import { provenFingerprints } from './proofs.ts'
import type { UnconfirmedRow } from './unconfirmed.ts'
import type { Configuration, Configurations } from './working-copy.ts'

export type Proofs = ReadonlyMap<string, ReadonlySet<string>>

/** The fingerprints of the tenant's providers that a real login proved, by provider. */
export const readProofs = provenFingerprints

/** Whether the working copy may be kept: it is what is in effect but for its name and whether it is enabled, or a login proved it. */
export function mayBeKept({ live, working }: Configurations, proofs: Proofs): boolean {
  const isLive = live.row.kept_at !== null && live.fingerprint === working.fingerprint
  return isLive || proofs.get(live.row.id)?.has(working.fingerprint) === true
}

/** The draft of a provider as the API shows it; null without one. */
export function draftFacts(all: Configurations, proofs: Proofs): IdentityProvider['draft'] {
  const { draft, live, working } = all
  if (draft === undefined) return null
  return {
    changedAt: draft.changed_at.toISOString(),
    changedBy: draft.changed_by,
    fields: changedFields(live, working),
    proven: mayBeKept(all, proofs),
  }
}

/** What is in effect; null for a provider that was never kept. */
export function liveFacts(
  { row, formats }: Configuration,
  unconfirmed: UnconfirmedRow | undefined,
  box: SecretBox,
): IdentityProvider['live'] {
  if (row.kept_at === null) return null
  const { name, enabled, config } = row
  const waits =
    unconfirmed === undefined ? null : { revertsAt: unconfirmed.reverts_at.toISOString(), keptBy: unconfirmed.kept_by }
  return { name, enabled, config, secrets: Object.keys(openSecrets(row, box)), ...formats, unconfirmed: waits }
}

/** Names of what a draft changes: `name`, `enabled`, fields of `config`, `secrets`, `suffixes`, `prefixes`, `emailDomains`. */
function changedFields(live: Configuration, working: Configuration): string[] {
  if (live.row.kept_at === null) return []
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const [before, after] = [live.row.config, working.row.config]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return [
    ...(live.row.name === working.row.name ? [] : ['name']),
    ...(live.row.enabled === working.row.enabled ? [] : ['enabled']),
    ...names.filter((name) => differs(before[name], after[name])),
    ...(live.row.secrets_id === working.row.secrets_id ? [] : ['secrets']),
    ...domainKinds.filter((kind) => differs(live.formats[kind], working.formats[kind])),
  ]
}
