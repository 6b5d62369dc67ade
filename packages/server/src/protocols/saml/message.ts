import { XmlFault } from '@portico/core/contract'

import type { Checks } from '../../kit/checks/checks.ts'
import { decodeBase64 } from '../../kit/keys/base64.ts'
import type { XmlBounds } from './xml/bounds.ts'
import { withoutDeclaration } from './xml/guard.ts'
import { parseXml } from './xml/parse.ts'
import { childElements, namespacesAround } from './xml/read.ts'
import { textOfSource, type XmlSource } from './xml/source.ts'
import { xmlElement } from './xml/write.ts'

export type Message = { readonly text: string; readonly root: Element }

/** A message of the POST binding: base64 of XML. Rejects missing, too large, forbidden or unreadable messages. */
export function readPostedMessage(base64: string, bounds: XmlBounds, checks: Checks): Message {
  if (base64.trim() === '') checks.refuse('saml-message-missing')
  // Base64 of this length, even with line breaks, always exceeds the limit.
  if (base64.length > bounds.bytesMax * 1.5) checks.refuse('saml-message-too-large', { bytesMax: bounds.bytesMax })
  const bytes = decodeBase64(base64) ?? checks.refuse('saml-message-unreadable', { what: 'base64' })
  return readMessage({ bytes }, bounds, checks)
}

/**
 * The one element that `text` contains, decrypted from `encrypted`: prefixes that are bound around the encrypted element are
 * bound in it too (XML Encryption 1.0 section 4.3.3). Rejects what a message must not contain either.
 */
export function readFragment(
  text: string,
  encrypted: Element,
  { bounds, checks }: { readonly bounds: XmlBounds; readonly checks: Checks },
): Element {
  const around = xmlElement('decrypted', namespacesAround(encrypted), withoutDeclaration(text))
  const { root } = readMessage(around, bounds, checks)
  const [element, ...others] = childElements(root)
  if (element === undefined || others.length > 0)
    return checks.refuse('saml-message-unreadable', {
      what: `${encrypted.localName} with ${childElements(root).length} elements`,
    })
  return element
}

export function readMessage(source: XmlSource, bounds: XmlBounds, checks: Checks): Message {
  const { bytesMax } = bounds
  try {
    if (typeof source !== 'string' && source.bytes.length > bytesMax)
      throw new XmlFault('too-large', `${bytesMax} bytes`)
    const text = textOfSource(source)
    return { text, root: parseXml(text, bounds) }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    if (error.kind === 'too-large') return checks.refuse('saml-message-too-large', { bytesMax })
    return checks.refuse(error.kind === 'forbidden' ? 'saml-message-forbidden' : 'saml-message-unreadable', {
      what: error.detail,
    })
  }
}
