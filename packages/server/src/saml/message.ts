import type { Checks } from '../checks/checks.ts'
import { decodeBase64 } from './base64.ts'
import { messageBounds } from './xml/bounds.ts'
import { XmlFault } from './xml/fault.ts'
import { parseXml } from './xml/parse.ts'

export type Message = { readonly text: string; readonly root: Element }

/** A message of the POST binding: base64 of UTF-8. Rejects missing, too large, forbidden or unreadable messages. */
export function readPostedMessage(base64: string, checks: Checks): Message {
  if (base64.trim() === '') checks.refuse('saml-message-missing')
  // Base64 of this length, even with line breaks, always exceeds the limit.
  if (base64.length > messageBounds.bytesMax * 1.5) {
    checks.refuse('saml-message-too-large', { bytesMax: messageBounds.bytesMax })
  }
  const bytes = decodeBase64(base64) ?? checks.refuse('saml-message-unreadable', { what: 'base64' })
  return readMessage(bytes, checks)
}

export function readMessage(bytes: Uint8Array, checks: Checks): Message {
  return refusingXmlFaults(checks, () => {
    if (bytes.length > messageBounds.bytesMax) throw new XmlFault('too-large', `${messageBounds.bytesMax} bytes`)
    const text = decode(bytes)
    return { text, root: parseXml(text, messageBounds) }
  })
}

export function refusingXmlFaults<T>(checks: Checks, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    if (error.kind === 'too-large') return checks.refuse('saml-message-too-large', { bytesMax: messageBounds.bytesMax })
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
