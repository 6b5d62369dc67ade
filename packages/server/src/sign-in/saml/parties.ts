import { authnContextClasses } from '@portico/core/contract'

import { sendLater } from '../../kit/database/later.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { decryptionKeys, federationKeys, signingKey } from '../../providers/federation-keys/keys.ts'
import type { FederationKey } from '../../providers/federation-keys/queries.ts'
import type { SamlProvider } from '../../providers/identity-providers/queries.ts'
import type { CertificateSlot, SamlPeer, SamlSelf } from '../../protocols/saml/index.ts'
import { createChecks, type Checks, type KeptChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { samlAddresses } from '../addresses/saml.ts'

/** Both sides of a SAML conversation, as the engine in saml/ wants them. */
export type SamlParties = { readonly peer: SamlPeer; readonly self: SamlSelf }

type Certificate = { readonly slot: CertificateSlot; readonly pem: string }

type Reading<T> = (o: SamlParties & { readonly checks: Checks }) => T

/**
 * Reads a message of the provider with the certificates of its row, their extensions, and those of its metadata where
 * that is followed. When no known key verifies it, the provider may have a new one: reads the metadata again, and then
 * the message. The network is never called inside a transaction.
 */
export async function readMessageOf<T>(
  deps: Deps,
  provider: SamlProvider,
  checks: KeptChecks,
  read: Reading<T>,
): Promise<{ readonly said: T; readonly parties: SamlParties }> {
  const { followMetadata, metadataUrl, entityId } = provider.config
  const source = followMetadata && metadataUrl !== undefined ? { url: metadataUrl, entityId } : undefined
  const followed = source === undefined ? [] : await deps.samlMetadata.certificates(source, checks)
  const partiesWith = async (certificates: readonly string[]) => {
    const scope = visitorScope(deps.database, provider.tenantId)
    const { keys, extensions } = await scope.transaction(async (tx) => {
      const extensions = await sendExtensions(tx, provider.id)
      return { keys: await federationKeys(tx, deps), extensions: await extensions() }
    })
    return parties(deps, provider, keys, { followed: certificates, extensions })
  }
  const known = await partiesWith(followed)
  if (source === undefined) return { said: read({ ...known, checks }), parties: known }
  const tried = tryReading(known, read)
  const newer = tried.unknownKey ? await deps.samlMetadata.newerThan(followed, source) : undefined
  if (newer === undefined) {
    checks.adopt(tried.lines)
    return { said: tried.result(), parties: known }
  }
  const renewed = await partiesWith(newer)
  return { said: read({ ...renewed, checks }), parties: renewed }
}

/** A reading whose lines do not count yet. `result` answers or throws what it ended with. */
function tryReading<T>(known: SamlParties, read: Reading<T>) {
  const checks = createChecks()
  const { lines } = checks
  try {
    const said = read({ ...known, checks })
    return { lines, unknownKey: false, result: () => said }
  } catch (error) {
    const result = (): never => {
      throw error
    }
    return { lines, unknownKey: error instanceof SignInFault && isUnknownKey(lines.at(-1)), result }
  }
}

function isUnknownKey(last: KeptChecks['lines'][number] | undefined): boolean {
  if (last?.finding === 'saml-signature-wrong') return last.evidence['part'] === 'signature'
  return last?.finding === 'saml-certificate-other' || last?.finding === 'saml-certificate-none'
}

/** For writing to the provider, within a transaction: nothing is verified, so its certificates do not matter. */
export async function writingParties(tx: TenantTransaction, deps: Deps, provider: SamlProvider): Promise<SamlParties> {
  return parties(deps, provider, await federationKeys(tx, deps), nothingVerified)
}

/** The same in a separate transaction. */
export async function readWritingParties(deps: Deps, provider: SamlProvider): Promise<SamlParties> {
  const scope = visitorScope(deps.database, provider.tenantId)
  const keys = await scope.transaction((tx) => federationKeys(tx, deps))
  return parties(deps, provider, keys, nothingVerified)
}

type Verifying = { readonly followed: readonly string[]; readonly extensions: SamlPeer['extensions'] }

const nothingVerified: Verifying = { followed: [], extensions: new Map() }

function parties(
  { settings, parsedKeys }: Deps,
  provider: SamlProvider,
  keys: readonly FederationKey[],
  { followed, extensions }: Verifying,
): SamlParties {
  const { privateKey, certificate } = signingKey(keys)
  const { entityId, acsUrl, sloUrl } = samlAddresses(settings.baseUrl, provider)
  const signing = { privateKey: parsedKeys.privateKey(privateKey), certificate }
  return {
    peer: { ...peerOf(provider, followed), extensions, readKey: parsedKeys.read },
    self: { entityId, acsUrl, sloUrl, signing, decryption: decryptionKeys(keys) },
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
    requireEncryptedAssertions: config.requireEncryptedAssertions,
  }
}

/** Asks with the next message (later.ts) until when, in ms, an administrator extended which expired certificates, by fingerprint. */
async function sendExtensions(
  tx: TenantTransaction,
  providerId: string,
): Promise<() => Promise<SamlPeer['extensions']>> {
  const select = tx.db
    .selectFrom('certificate_extensions')
    .select(['fingerprint', 'extended_until'])
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
  const sent = await sendLater(tx.db, select)
  return async () => new Map((await sent.rows()).map((row) => [row.fingerprint, row.extended_until.getTime()]))
}
