import { decodeBase64 } from '../base64.ts'
import { attributeOf } from '../xml/read.ts'
import { messageBounds } from '../xml/bounds.ts'
import { XmlFault } from '../xml/fault.ts'
import { parseXml } from '../xml/parse.ts'

/** The request that a posted message claims to answer, unverified: use it only to find the attempt. */
export function peekResponse(base64: string): { inResponseTo: string | null } | undefined {
  if (base64.length > messageBounds.bytesMax * 1.5) return undefined
  const bytes = decodeBase64(base64)
  if (bytes === undefined) return undefined
  try {
    const root = parseXml(bytes.toString('utf8'), messageBounds)
    return { inResponseTo: attributeOf(root, 'InResponseTo') }
  } catch (error) {
    if (error instanceof XmlFault) return undefined
    throw error
  }
}
