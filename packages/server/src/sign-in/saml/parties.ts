import { authnContextClasses } from '@portico/core/contract'

import { tenantScope, type TenantTransaction } from '../../database/tenant-scope.ts'
import type { Deps } from '../../deps.ts'
import { decryptionKeys, federationKeys, signingKey } from '../../federation-keys/keys.ts'
import type { SamlProvider } from '../../identity-providers/queries.ts'
import type { CertificateSlot, SamlPeer, SamlSelf } from '../../saml/index.ts'
import type { Checks } from '../checks.ts'
import { samlAddresses } from './addresses.ts'

/** Both sides of a SAML conversation, as the engine in saml/ wants them. */
export type SamlParties = { readonly peer: SamlPeer; readonly self: SamlSelf }

type Certificate = { readonly slot: CertificateSlot; readonly pem: string }

/**
 * For reading what the provider sends: its certificates with their extensions, and those its metadata shows now where
 * the provider is followed. The network is asked before a transaction is opened.
 */
export async function readingParties(deps: Deps, provider: SamlProvider, checks: Checks): Promise<SamlParties> {
  const { config } = provider
  const followed =
    config.followMetadata && config.metadataUrl !== undefined
      ? await deps.samlMetadata.certificates({ url: config.metadataUrl, entityId: config.entityId }, checks)
      : []
  return tenantScope(deps.database, provider.tenantId).transaction((tx) => parties(tx, deps, provider, followed))
}

/** For writing to the provider, within a transaction: nothing is verified, so its metadata is not asked for. */
export function writingParties(tx: TenantTransaction, deps: Deps, provider: SamlProvider): Promise<SamlParties> {
  return parties(tx, deps, provider, [])
}

async function parties(
  tx: TenantTransaction,
  deps: Deps,
  provider: SamlProvider,
  followed: readonly string[],
): Promise<SamlParties> {
  const keys = await federationKeys(tx, deps)
  const { privateKey, certificate } = signingKey(keys)
  const { entityId, acsUrl, sloUrl } = samlAddresses(deps.settings.baseUrl, provider)
  return {
    peer: { ...peerOf(provider, followed), extensions: await readExtensions(tx, provider.id) },
    self: { entityId, acsUrl, sloUrl, signing: { privateKey, certificate }, decryption: decryptionKeys(keys) },
  }
}

function peerOf({ config }: SamlProvider, followed: readonly string[]): Omit<SamlPeer, 'extensions'> {
  const { signingCertificate1: first, signingCertificate2: second } = config
  const certificates: Certificate[] = [
    ...(first === undefined ? [] : [{ slot: 1, pem: first } as const]),
    ...(second === undefined ? [] : [{ slot: 2, pem: second } as const]),
    ...followed.map((pem) => ({ slot: 'metadata', pem }) as const),
  ]
  return {
    entityId: config.entityId,
    ssoUrl: config.ssoUrl,
    ssoBinding: config.ssoBinding,
    sloUrl: config.sloUrl,
    sloBinding: config.sloBinding,
    sloResponseUrl: config.sloResponseUrl,
    certificates,
    nameIdFormat: config.nameIdFormat,
    omitNameIdPolicy: config.omitNameIdPolicy,
    requestedAuthnContext: config.disableRequestedAuthnContext
      ? undefined
      : { comparison: config.authnContextComparison, classes: authnContextClasses(config) },
    slackSecs: config.slackSecs,
    allowCbcWhenSigned: config.allowCbcWhenSigned,
  }
}

/** Expired certificates that an administrator let live on for a while: fingerprint → until when, ms. */
async function readExtensions(tx: TenantTransaction, providerId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.db
    .selectFrom('certificate_extensions')
    .select(['fingerprint', 'extended_until'])
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .execute()
  return new Map(rows.map((row) => [row.fingerprint, row.extended_until.getTime()]))
}
