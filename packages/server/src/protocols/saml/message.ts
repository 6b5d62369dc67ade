import type { Checks } from '../../kit/checks/checks.ts'
import { decodeBase64 } from '../../kit/keys/base64.ts'
import type { XmlBounds } from './xml/bounds.ts'
import { XmlFault } from './xml/fault.ts'
import { parseXml } from './xml/parse.ts'

export type Message = { readonly text: string; readonly root: Element }

/** A message of the POST binding: base64 of UTF-8. Rejects missing, too large, forbidden or unreadable messages. */
export function readPostedMessage(base64: string, bounds: XmlBounds, checks: Checks): Message {
  if (base64.trim() === '') checks.refuse('saml-message-missing')
  // Base64 of this length, even with line breaks, always exceeds the limit.
  if (base64.length > bounds.bytesMax * 1.5) checks.refuse('saml-message-too-large', { bytesMax: bounds.bytesMax })
  const bytes = decodeBase64(base64) ?? checks.refuse('saml-message-unreadable', { what: 'base64' })
  return readMessage(bytes, bounds, checks)
}

export function readMessage(bytes: Uint8Array, bounds: XmlBounds, checks: Checks): Message {
  const { bytesMax } = bounds
  try {
    if (bytes.length > bytesMax) throw new XmlFault('too-large', `${bytesMax} bytes`)
    const text = decode(bytes)
    return { text, root: parseXml(text, bounds) }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    if (error.kind === 'too-large') return checks.refuse('saml-message-too-large', { bytesMax })
    return checks.refuse(error.kind === 'forbidden' ? 'saml-message-forbidden' : 'saml-message-unreadable', {
      what: error.detail,
    })
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlFault('unreadable', 'not UTF-8')
  }
}
