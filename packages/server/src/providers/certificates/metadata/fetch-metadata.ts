import { XmlFault } from '@portico/core/contract'

import type { MetadataResult } from '@portico/core/contract'

import { checkCertificate } from '../../identity-providers/check-certificate.ts'
import type { ProviderFetch } from '../../../kit/outbound/provider-fetch.ts'
import { readAnswer, type ReadProviders } from '../../../protocols/saml/index.ts'

export type Published = {
  /** Usable signing certificates in PEM that have not ended, in the order of the document. */
  readonly certificates: readonly string[]
  readonly etag: string | null
  readonly lastModified: string | null
}

type Failed = { readonly result: Extract<MetadataResult, 'unreachable' | 'unreadable' | 'other-entity' | 'over'> }

/** A reading of the metadata that cannot be used; `detail` is for people. */
export type MetadataFailure = Failed & { readonly detail: string }

type Source = {
  readonly url: string
  readonly entityId: string
  /** The answer before, if there was one. */
  readonly known: Published | undefined
}

const certificatesMax = 8
const headerMax = 500

/**
 * Reads the signing certificates that a provider publishes: https only, by the rules of all outgoing calls. Metadata is
 * trusted because of its address (docs/decisions/0081); a signature on it is not verified.
 */
export async function fetchMetadata(
  { url, entityId, known }: Source,
  { fetch, nowMs }: { readonly fetch: ProviderFetch; readonly nowMs: number },
): Promise<Published | MetadataFailure> {
  let described: ReadProviders
  let headers: Headers
  try {
    const response = await fetch(url, { headers: headersFor(known), followsRedirects: true, streams: true })
    if (response.status === 304 && known !== undefined)
      return { ...known, certificates: usable(known.certificates, nowMs) }
    if (response.status !== 200)
      return { result: 'unreachable', detail: `the server answered with status ${response.status}.` }
    described = await readAnswer(response, { entityId, nowMs })
    headers = response.headers
  } catch (error) {
    if (error instanceof XmlFault) return { result: 'unreadable', detail: error.detail }
    return { result: 'unreachable', detail: error instanceof Error ? error.message : String(error) }
  }
  const entity = described.entities.find((one) => one.entityId === entityId)
  if (entity === undefined)
    return {
      result: 'other-entity',
      detail: described.named
        .slice(0, 5)
        .map((one) => one.entityId)
        .join(', '),
    }
  if (entity.warnings.includes('METADATA_OVER'))
    return { result: 'over', detail: (entity.validUntil ?? '').slice(0, 10) }
  const certificates = usable(entity.certificates, nowMs).slice(0, certificatesMax)
  // "Not modified" would not say that its time is over. Such a document is therefore always read whole.
  if (entity.validUntil !== null) return { certificates, etag: null, lastModified: null }
  return {
    certificates,
    etag: bounded(headers.get('etag')),
    lastModified: bounded(headers.get('last-modified')),
  }
}

function headersFor(known: Published | undefined): Record<string, string> {
  return {
    accept: 'application/samlmetadata+xml, application/xml, text/xml',
    ...(known?.etag == null ? {} : { 'if-none-match': known.etag }),
    ...(known?.lastModified == null ? {} : { 'if-modified-since': known.lastModified }),
  }
}

/** Weak keys and expired certificates count as not published. */
function usable(certificates: readonly string[], nowMs: number): string[] {
  return certificates.filter((pem) => {
    const content = checkCertificate(pem)
    return typeof content !== 'string' && (content.notAfter?.getTime() ?? Infinity) > nowMs
  })
}

/** Comes back as a header of the next request. */
function bounded(header: string | null): string | null {
  return header !== null && header.length <= headerMax && /^[\x20-\x7e]+$/.test(header) ? header : null
}
