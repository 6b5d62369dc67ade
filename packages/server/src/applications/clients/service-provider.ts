import {
  type ClientConfigInput,
  clientEncryptionCiphers,
  clientKeysMax,
  clientRedirectsMax,
  isClientAddress,
  XmlFault,
} from '@portico/core/contract'

import { importFault } from '../../providers/identity-providers/metadata-import/imported.ts'
import { chosenCertificates } from '../../providers/identity-providers/metadata-import/certificates.ts'
import { readSpMetadata, type SpEntity, type XmlSource } from '../../protocols/saml/index.ts'

export type ReadServiceProvider = {
  readonly config: Extract<ClientConfigInput, { protocol: 'saml' }>
  /** Sentences for the administrator. */
  readonly warnings: readonly string[]
}

/**
 * The registration that the SAML metadata of a service provider describes, to look at before it is saved. The two signing
 * certificates that last longest are taken, and https addresses only. Throws 400 unless there is exactly one service
 * provider, with an address that accepts assertions by POST.
 */
export function readServiceProvider(
  document: XmlSource,
  fieldID: 'url' | 'document',
  nowMs: number,
): ReadServiceProvider {
  const [entity, ...others] = parsed(document, fieldID)
  if (entity === undefined) throw importFault('METADATA_UNREADABLE', fieldID, 'it has no service provider of SAML 2.0.')
  if (others.length > 0) throw importFault('METADATA_UNREADABLE', fieldID, 'it has more than one service provider.')
  const acsUrls = entity.acsUrls.filter(isClientAddress).slice(0, clientRedirectsMax)
  if (acsUrls.length === 0)
    throw importFault('METADATA_UNREADABLE', fieldID, 'no https address takes assertions with the POST binding.')
  const { certificates, warnings } = chosenCertificates(entity.certificates, nowMs)
  const signing = [certificates.signingCertificate1, certificates.signingCertificate2].flatMap((one) => one ?? [])
  return {
    config: {
      protocol: 'saml',
      entityId: entity.entityId,
      acsUrls,
      ...logoutOf(entity),
      sloSoapUrl: entity.sloSoapUrl !== null && isClientAddress(entity.sloSoapUrl) ? entity.sloSoapUrl : null,
      ...(entity.nameIdFormat === undefined ? {} : { nameIdFormat: entity.nameIdFormat }),
      signingCertificates: signing.slice(0, clientKeysMax),
      ...encryptionOf(entity, nowMs),
      requestsSigned: entity.requestsSigned && signing.length > 0,
    },
    warnings,
  }
}

/** Filled in, and not switched on: metadata has a certificate also where assertions are to be readable. */
function encryptionOf({ encryptionCertificates, encryptionMethods }: SpEntity, nowMs: number) {
  const { signingCertificate1: longest } = chosenCertificates(encryptionCertificates, nowMs).certificates
  const cipher = clientEncryptionCiphers.find((one) => encryptionMethods.includes(one))
  return {
    encryptionCertificates: longest === undefined ? [] : [longest],
    ...(cipher === undefined ? {} : { encryptionCipher: cipher }),
  }
}

/** A redirect needs no page in between, so it is preferred. */
function logoutOf({ slo }: SpEntity) {
  const usable = slo.filter(({ url }) => isClientAddress(url))
  const chosen = usable.find(({ binding }) => binding === 'redirect') ?? usable[0]
  if (chosen === undefined) return {}
  const { url, binding, responseUrl } = chosen
  const answers = responseUrl !== null && isClientAddress(responseUrl) ? { sloResponseUrl: responseUrl } : {}
  return { sloUrl: url, sloBinding: binding, ...answers }
}

function parsed(document: XmlSource, fieldID: 'url' | 'document'): readonly SpEntity[] {
  try {
    return readSpMetadata(document)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    throw importFault('METADATA_UNREADABLE', fieldID, error.detail)
  }
}
