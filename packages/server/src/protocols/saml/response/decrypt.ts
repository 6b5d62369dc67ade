import { XMLSerializer } from '@xmldom/xmldom'
import { decrypt } from 'xml-encryption'

import type { Checks } from '../../../kit/checks/checks.ts'
import { decodeBase64 } from '../../../kit/keys/base64.ts'
import { contentCiphers, keyTransports, ns, unauthenticatedCiphers } from '../names.ts'
import { elementsOf } from '../xml/parse.ts'
import { attributeOf, childrenNamed, isNamed, onlyChild, textOf } from '../xml/read.ts'

/**
 * The text of an encrypted assertion: RSA-OAEP with AES-GCM. Every failure gives the same finding, with evidence from
 * the message only. AES-CBC leaks plaintext to an attacker who can modify the ciphertext and watch the outcome, so it is
 * accepted only where `cbc` says that the provider's signature over the ciphertext was verified before.
 * Decryption does not authenticate the text.
 */
export function decryptAssertion(
  encrypted: Element,
  o: { keys: readonly string[]; cbc: boolean; checks: Checks },
): string {
  const { content, transport, xml } = readParts(encrypted)
  const known = contentCiphers.has(content) || (o.cbc && unauthenticatedCiphers.has(content))
  if (xml !== undefined && known && keyTransports.has(transport)) {
    for (const key of o.keys) {
      const text = attempt(xml, key)
      if (text === undefined) continue
      o.checks.passed('decryption', { content, transport })
      return text
    }
  }
  return o.checks.refuse('saml-decryption-failed', { content, transport })
}

type Parts = {
  readonly content: string
  readonly transport: string
  /** The EncryptedData element, without the document around it; undefined when no key can decrypt it. */
  readonly xml: string | undefined
}

/** GCM: 12 bytes of initialisation vector, the text, 16 bytes of tag. */
const cipherBytesMin = 12 + 16 + 1

/** Products send some twenty elements. The library serializes and parses all of them again. */
const elementsMax = 60

/** One EncryptedData with one EncryptedKey, in its KeyInfo or, in older products, beside it. */
function readParts(received: Element): Parts {
  // The message may be read again, with newer keys of the provider.
  const encrypted = received.cloneNode(true) as Element
  const data = onlyChild(encrypted, ns.encryption, 'EncryptedData')
  const elements = [...elementsOf(encrypted)]
  const keys = elements.filter((element) => isNamed(element, ns.encryption, 'EncryptedKey'))
  const [key] = keys
  const algorithms = { content: algorithmOf(data), transport: algorithmOf(key) }
  if (data === undefined || key === undefined || keys.length > 1 || elements.length > elementsMax)
    return { ...algorithms, xml: undefined }
  if ((decodeBase64(cipherValue(data))?.length ?? 0) < cipherBytesMin) return { ...algorithms, xml: undefined }
  moveInto(data, key)
  return { ...algorithms, xml: new XMLSerializer().serializeToString(data) }
}

function cipherValue(element: Element): string {
  const data = onlyChild(element, ns.encryption, 'CipherData')
  const value = data && onlyChild(data, ns.encryption, 'CipherValue')
  return value === undefined ? '' : textOf(value)
}

function algorithmOf(element: Element | undefined): string {
  const method = element && onlyChild(element, ns.encryption, 'EncryptionMethod')
  return (method && attributeOf(method, 'Algorithm')) ?? ''
}

function moveInto(data: Element, key: Element): void {
  const [keyInfo] = childrenNamed(data, ns.signature, 'KeyInfo')
  if (keyInfo !== undefined && key.parentNode === keyInfo) return
  const holder =
    keyInfo ?? data.insertBefore(data.ownerDocument.createElementNS(ns.signature, 'ds:KeyInfo'), data.lastChild)
  while (holder.firstChild !== null) holder.removeChild(holder.firstChild)
  holder.appendChild(key)
}

function attempt(xml: string, key: string): string | undefined {
  let text: string | undefined
  try {
    // The library warns about CBC by itself; which algorithms are taken was decided above.
    decrypt(
      xml,
      { key, disallowDecryptionWithInsecureAlgorithm: false, warnInsecureAlgorithm: false },
      (error, result) => {
        if (error === null) text = result
      },
    )
  } catch {
    return undefined
  }
  return text
}
