import { XMLSerializer } from '@xmldom/xmldom'
import { decrypt } from 'xml-encryption'

import type { Checks } from '../../sign-in/checks.ts'
import { contentCiphers, keyTransports, ns } from '../names.ts'
import { elementsOf } from '../xml/parse.ts'
import { attributeOf, childrenNamed, isNamed, onlyChild, textOf } from '../xml/read.ts'

/**
 * The text of an encrypted assertion. Only AES-GCM under RSA-OAEP, and one refusal whatever failed: its evidence is
 * what the message itself says. What comes out vouches for nothing; its signature is still to be verified.
 */
export function decryptAssertion(encrypted: Element, privateKeys: readonly string[], checks: Checks): string {
  const { content, transport, xml } = readParts(encrypted)
  if (xml !== undefined && contentCiphers.has(content) && keyTransports.has(transport)) {
    for (const key of privateKeys) {
      const text = attempt(xml, key)
      if (text === undefined) continue
      checks.passed('decryption', { content, transport })
      return text
    }
  }
  return checks.refuse('saml-decryption-failed', { content, transport })
}

type Parts = {
  readonly content: string
  readonly transport: string
  /** EncryptedData by itself; undefined: it cannot be decrypted, whatever the key. */
  readonly xml: string | undefined
}

/** GCM: 12 bytes of initialisation vector, the text, 16 bytes of tag. */
const cipherBytesMin = 12 + 16 + 1

/** One EncryptedData with one EncryptedKey, which stands in its KeyInfo or, in older products, beside it. */
function readParts(encrypted: Element): Parts {
  const data = onlyChild(encrypted, ns.encryption, 'EncryptedData')
  const keys = [...elementsOf(encrypted)].filter((element) => isNamed(element, ns.encryption, 'EncryptedKey'))
  const [key] = keys
  const algorithms = { content: algorithmOf(data), transport: algorithmOf(key) }
  if (data === undefined || key === undefined || keys.length > 1) return { ...algorithms, xml: undefined }
  if (Buffer.from(cipherValue(data), 'base64').length < cipherBytesMin) return { ...algorithms, xml: undefined }
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
    decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, result) => {
      if (error === null) text = result
    })
  } catch {
    return undefined
  }
  return text
}
