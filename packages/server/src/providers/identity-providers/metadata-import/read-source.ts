import { XmlFault } from '@portico/core/contract'

import { Failure } from '../../../kit/http/failure.ts'
import { readJson, readJsonBytes } from '../../../kit/json/read-json.ts'
import type { ProviderFetch, ProviderRequest } from '../../../kit/outbound/provider-fetch.ts'
import { receivedDocument, type ReceivedDocument } from '../../../kit/outbound/received-document.ts'
import { importFault } from './imported.ts'

/** An administrator waits for the answer; a provider that takes longer will not do for signing in either. */
export const lookTimeoutMs = 5000

export type Source = { readonly url?: string | undefined; readonly document?: string | undefined }

/** A document: the text of a file, or the document of up to 1 MB at an address. Throws Failure 400. */
export async function readSource(
  source: Source,
  address: (url: string) => string,
  fetch: ProviderFetch,
): Promise<string | ReceivedDocument> {
  return isAddress(source) ? fetchDocument(address(source.url), fetch) : (source.document ?? '')
}

/** Whether the document is at an address. Throws Failure 400 where neither an address nor a file is given, or both. */
export function isAddress(source: Source): source is Source & { readonly url: string } {
  const { url, document } = source
  const byAddress = url !== undefined && url !== ''
  const byFile = document !== undefined && document !== ''
  if (byAddress === byFile) throw importFault('METADATA_SOURCE', 'url')
  return byAddress
}

export function fetchDocument(address: string, fetch: ProviderFetch): Promise<ReceivedDocument> {
  return fetched(async () =>
    receivedDocument(await answerAt(address, fetch, { signal: AbortSignal.timeout(lookTimeoutMs) })),
  )
}

/** An answer with status 200, which may be streamed. {@link fetched} tells why its stream ended. */
export function fetchAnswer(address: string, fetch: ProviderFetch): Promise<Response> {
  return fetched(() => answerAt(address, fetch, { streams: true }))
}

async function answerAt(
  address: string,
  fetch: ProviderFetch,
  more: Pick<ProviderRequest, 'signal' | 'streams'>,
): Promise<Response> {
  const headers = { accept: 'application/json, application/samlmetadata+xml, application/xml, text/xml' }
  const response = await fetch(address, { headers, followsRedirects: true, ...more })
  if (response.status !== 200) throw new Error(`the server answered with status ${response.status}.`)
  return response
}

/** Reads what is at an address. Throws Failure 400 with the reason if it cannot be fetched. */
export async function fetched<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure || error instanceof XmlFault) throw error
    throw importFault('METADATA_UNREACHABLE', 'url', error instanceof Error ? error.message : String(error))
  }
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
