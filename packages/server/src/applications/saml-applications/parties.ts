import type { SamlClientConfig } from '@portico/core/contract'

import type { Client } from '../clients/queries.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { decryptionKeys, federationKeys, signingKey } from '../../providers/federation-keys/keys.ts'
import type { AssertionEncryption, SamlPeer, SamlSelf } from '../../protocols/saml/index.ts'
import { applicationSamlAddresses } from '../clients/saml-addresses.ts'

/** A registration that speaks SAML. */
export type SamlClient = Client & { readonly config: SamlClientConfig }

export type SamlDeps = Pick<Deps, 'database' | 'settings' | 'secrets' | 'clock'>

/** Protocol notes, section 3: default of the clock slack. */
const slackSecs = 120

export function isSamlClient(client: Client | undefined): client is SamlClient {
  return client?.config.protocol === 'saml'
}

/** The service provider of a registration, as the engine in saml/ wants it. */
export function peerOf({ config }: SamlClient): SamlPeer {
  return {
    entityId: config.entityId,
    ssoUrl: config.acsUrls[0] ?? '',
    ssoBinding: 'post',
    sloUrl: config.sloUrl ?? undefined,
    sloBinding: config.sloBinding,
    sloResponseUrl: config.sloResponseUrl ?? undefined,
    certificates: config.signingCertificates.map((pem, index) => ({ slot: index === 0 ? 1 : 2, pem })),
    extensions: new Map(),
    nameIdFormat: config.nameIdFormat,
    omitNameIdPolicy: true,
    slackSecs,
  }
}

/** undefined: the registration does not ask for encrypted assertions. */
export function encryptionOf({ config }: SamlClient): AssertionEncryption | undefined {
  const [certificate] = config.encryptionCertificates
  if (!config.encryptAssertions || certificate === undefined) return undefined
  return { certificate, cipher: config.encryptionCipher }
}

/** Us, with the key that signs what we send to providers too (docs/decisions/0108). */
export async function selfOf(tx: TenantTransaction, deps: SamlDeps): Promise<SamlSelf> {
  const keys = await federationKeys(tx, deps)
  const { privateKey, certificate } = signingKey(keys)
  const { entityId, ssoUrl, sloUrl, sloSoapUrl } = applicationSamlAddresses(deps.settings.baseUrl, tx.tenantId)
  const signing = { privateKey, certificate }
  return { entityId, acsUrl: ssoUrl, sloUrl, sloSoapUrl, signing, decryption: decryptionKeys(keys) }
}

/** undefined: no tenant has this id. */
export async function findSamlTenant(
  tx: TenantTransaction,
): Promise<{ readonly name: string; readonly deactivated: boolean } | undefined> {
  return tx.db
    .selectFrom('tenants')
    .select(['name', 'deactivated'])
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirst()
}
