import { closesPrimary, type IdentityProviderInput, type Violation } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkProviderInput, type ProviderValues } from '../../providers/identity-providers/check-input.ts'
import { deleteDraft } from '../../providers/identity-providers/drafts/save-draft.ts'
import { openSecrets } from '../../providers/identity-providers/queries.ts'
import { endProviderSessions } from '../../sign-in/sessions/end-sessions.ts'
import { secretNamesOf } from '../../providers/identity-providers/secret-names.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { refusalOf } from '../../providers/username-formats/refused-formats.ts'
import { declareEmailDomain, formatHolder, listFormats, reserveFormat } from '../../providers/username-formats/save.ts'
import type { TenantFile } from './tenant-file.ts'
import type { ProviderEntry, SecretSource } from './provider-entries.ts'
import { findSentence } from '../../kit/words/say.ts'
import {
  insertProvider,
  lockProviderNamed,
  primaryProviderId,
  setPrimary,
  updateProvider,
} from '../../providers/identity-providers/rows.ts'

type Import = {
  readonly tx: TenantTransaction
  readonly file: TenantFile
  readonly newId: () => string
  readonly secrets: SecretBox
  readonly readSecret: (secret: SecretSource) => string
}

/** Identity providers of a tenant file with their formats, by name. Returns their ids by name. */
export async function importProviders(work: Import): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  await makeRoomForPrimary(work)
  for (const entry of work.file.identityProviders) {
    const id = await importProvider(work, entry)
    ids.set(entry.name, id)
    await importFormats(work, id, entry)
  }
  await keepOnePrimary(work, ids)
  await keepPrimaryReachable(work, ids)
  return ids
}

/** There is one primary provider at any moment, so the earlier one steps back first. */
async function makeRoomForPrimary({ tx, file }: Import): Promise<void> {
  const primary = file.identityProviders.find((one) => one.primary)
  if (primary === undefined) return
  const before = await primaryProviderId(tx)
  const named = await lockProviderNamed(tx, primary.name)
  if (before !== undefined && before !== named?.id) await setPrimary(tx, before, false)
}

/** A tenant with providers has a primary one: without a mark in the file it is the first that is switched on. */
async function keepOnePrimary({ tx, file }: Import, ids: ReadonlyMap<string, string>): Promise<void> {
  const first = file.identityProviders.find((one) => one.enabled)
  if (first === undefined) return
  if ((await primaryProviderId(tx)) === undefined) await setPrimary(tx, ids.get(first.name) ?? '', true)
}

/** Files only add formats, so that formats from before count. */
async function keepPrimaryReachable({ tx }: Import, ids: ReadonlyMap<string, string>): Promise<void> {
  const primary = await primaryProviderId(tx)
  const [name, id] = [...ids].find(([, one]) => one === primary) ?? []
  if (id === undefined || !closesPrimary({ primary: true }, await listFormats(tx, id))) return
  throw new Error(`${name}: ${sentence('FORMATS_PRIMARY')}`)
}

async function importProvider(work: Import, entry: ProviderEntry): Promise<string> {
  const { tx, newId, secrets: box } = work
  const existing = await lockProviderNamed(tx, entry.name)
  if (existing !== undefined && existing.type !== entry.type)
    throw new Error(`${entry.name}: ${sentence('IDP_TYPE_FIXED')}`)
  // A file that marks none leaves the primary provider as it is.
  const staysPrimary = existing?.is_primary === true && !work.file.identityProviders.some((one) => one.primary)
  if (staysPrimary && !entry.enabled) throw new Error(`${entry.name}: ${sentence('IDP_PRIMARY')}`)
  const id = existing?.id ?? newId()
  const values = checkedValues(work, entry, existing === undefined ? {} : openSecrets(existing, box))
  const isPrimary = entry.primary || staysPrimary
  if (existing === undefined) {
    await insertProvider(tx, { id, isPrimary, values }, box)
    return id
  }
  await updateProvider(tx, id, values, box)
  // A draft of the configuration before would take the file back when it is kept.
  await deleteDraft(tx, id)
  await setPrimary(tx, id, isPrimary)
  if (!values.enabled) await endProviderSessions(tx, id)
  return id
}

/** Addresses are the operator's own business here: what the server may call is checked when it calls. */
function checkedValues(work: Import, entry: ProviderEntry, stored: Readonly<Record<string, string>>): ProviderValues {
  const { primary: _, emailSuffixes: __, windowsDomains: ___, emailDomains: ____, ...rest } = entry
  const given = rest as Readonly<Record<string, unknown>>
  const secrets = Object.fromEntries(
    secretNamesOf(entry.type).flatMap((name) =>
      given[name] === undefined ? [] : [[name, work.readSecret(given[name] as SecretSource)]],
    ),
  )
  const checked = checkProviderInput({ ...rest, ...secrets } as IdentityProviderInput, stored, undefined)
  if (!Array.isArray(checked)) return checked
  const lines = (checked as Violation[]).map(({ fieldID, errorID }) => `  ${fieldID}: ${sentence(errorID)}`)
  throw new Error(`The identity provider "${entry.name}" is not valid:\n${lines.join('\n')}`)
}

function sentence(id: string, values: Readonly<Record<string, string>> = {}): string {
  return findSentence(id, values) ?? id
}

async function importFormats({ tx, newId }: Import, providerId: string, entry: ProviderEntry): Promise<void> {
  const formats = [
    ...entry.emailSuffixes.map((value) => ({ type: 'suffix' as const, value })),
    ...entry.windowsDomains.map((value) => ({ type: 'prefix' as const, value })),
  ]
  for (const format of formats) {
    if ((await formatHolder(tx, format)) === providerId) continue
    const refusal = refusalOf(format.type, format.value, 'operator')
    if (refusal !== undefined) throw new Error(`${entry.name}: ${sentence(refusal, { value: format.value })}`)
    if (!(await reserveFormat(tx, { id: newId(), providerId, ...format })))
      throw new Error(
        `The username format "${format.value}" belongs to another identity provider. Formats are unique in a deployment.`,
      )
  }
  for (const value of entry.emailDomains) {
    const refusal = refusalOf('suffix', value, 'operator')
    if (refusal !== undefined) throw new Error(`${entry.name}: ${sentence(refusal, { value })}`)
    if (!(await declareEmailDomain(tx, { id: newId(), providerId, value })))
      throw new Error(
        `The domain of e-mail addresses "${value}" belongs to another identity provider. Domains are unique in a deployment.`,
      )
  }
}
