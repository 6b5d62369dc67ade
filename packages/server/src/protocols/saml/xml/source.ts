import { decodeDocument } from '@portico/core/contract'

import type { ReceivedDocument } from '../../../kit/outbound/received-document.ts'
import { XmlFault } from './fault.ts'

/** XML as it arrived, or text that was decoded before: its declared encoding no longer says anything about it. */
export type XmlSource = string | ReceivedDocument

/** The one text that guard, parser and signatures see. Throws XmlFault where the bytes are not text in a known encoding. */
export function textOfSource(source: XmlSource): string {
  if (typeof source === 'string') return source
  const decoded = decodeDocument(source.bytes, source.charset)
  if ('fault' in decoded) throw new XmlFault('unreadable', decoded.fault)
  return decoded.text
}
