import { readJson, readJsonBytes } from '../../../kit/json/read-json.ts'
import type { ProviderFetch } from '../../../kit/outbound/provider-fetch.ts'
import { receivedDocument, type ReceivedDocument } from '../../../kit/outbound/received-document.ts'
import { importFault } from './imported.ts'

/** An administrator waits for the answer; a provider that takes longer will not do for signing in either. */
export const lookTimeoutMs = 5000

export type Source = { readonly url?: string | undefined; readonly document?: string | undefined }

/** A document: the text of a file, or the document at an address. Throws Failure 400. */
export async function readSource(
  source: Source,
  address: (url: string) => string,
  fetch: ProviderFetch,
): Promise<string | ReceivedDocument> {
  const { url, document } = source
  const byAddress = url !== undefined && url !== ''
  const byFile = document !== undefined && document !== ''
  if (byAddress === byFile) throw importFault('METADATA_SOURCE', 'url')
  return byAddress ? fetchDocument(address(url), fetch) : (document ?? '')
}

export async function fetchDocument(address: string, fetch: ProviderFetch): Promise<ReceivedDocument> {
  const headers = { accept: 'application/json, application/samlmetadata+xml, application/xml, text/xml' }
  let reason: string
  try {
    const response = await fetch(address, {
      headers,
      followsRedirects: true,
      signal: AbortSignal.timeout(lookTimeoutMs),
    })
    if (response.status === 200) return await receivedDocument(response)
    reason = `the server answered with status ${response.status}.`
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error)
  }
  throw importFault('METADATA_UNREACHABLE', 'url', reason)
}

/** A JSON object, or a Failure. */
export function readJsonObject(source: string | ReceivedDocument): Readonly<Record<string, unknown>> {
  try {
    const value = typeof source === 'string' ? readJson(source) : readJsonBytes(source.bytes)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below, like any other invalid JSON.
  }
  throw importFault('METADATA_UNREADABLE', 'document', 'it is not a JSON object.')
}
