import { decodeDocument, XmlFault } from '@portico/core/contract'

import type { ReceivedDocument } from '../../../kit/outbound/received-document.ts'

/** The received bytes of XML, or text that is already decoded, for which the declared encoding no longer matters. */
export type XmlSource = string | ReceivedDocument

/** The one text that guard, parser and signatures use. Throws XmlFault if the bytes are not text in a known encoding. */
export function textOfSource(source: XmlSource): string {
  if (typeof source === 'string') return source
  const decoded = decodeDocument(source.bytes, source.charset)
  if ('fault' in decoded) throw new XmlFault('unreadable', decoded.fault)
  return decoded.text
}
