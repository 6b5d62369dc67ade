import { decodeBase64 } from '../base64.ts'
import { attributeOf } from '../xml/read.ts'
import { messageBounds } from '../xml/bounds.ts'
import { XmlFault } from '../xml/fault.ts'
import { parseXml } from '../xml/parse.ts'

/** Which request a posted message says it answers, before anything is verified: to find the attempt, and for nothing else. */
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
