import { XMLSerializer } from '@xmldom/xmldom'
import { decrypt } from 'xml-encryption'

import type { Checks } from '../../../kit/checks/checks.ts'
import { decodeBase64 } from '../../../kit/keys/base64.ts'
import { readFragment } from '../message.ts'
import { contentCiphers, keyTransports, ns, unauthenticatedCiphers } from '../names.ts'
import type { XmlBounds } from '../xml/bounds.ts'
import { elementsOf } from '../xml/parse.ts'
import { attributeOf, childrenNamed, isNamed, onlyChild, textOf } from '../xml/read.ts'

export type Decryption = {
  /** Our private keys in PEM, in the order they are tried. */
  readonly keys: readonly string[]
  /** Our entity ID: among several encrypted keys, the key for this recipient is tried first. */
  readonly recipient: string
  /** Whether AES-CBC is accepted: only where the provider's signature over the ciphertext was verified before. */
  readonly cbc: boolean
  readonly bounds: XmlBounds
  readonly checks: Checks
}

export type Decrypted = { readonly root: Element; readonly content: string; readonly transport: string }

/**
 * What an EncryptedAssertion, EncryptedID or EncryptedAttribute contains (core 2.2.4): RSA-OAEP with AES-GCM. The encrypted key
 * is in the KeyInfo of the data, beside the data, or referenced from it. Every failure gives the same finding, with evidence
 * from the message only. AES-CBC leaks plaintext to an attacker who can modify the ciphertext and watch the outcome, hence
 * `cbc`. Decryption does not authenticate the text.
 */
export function decryptElement(encrypted: Element, o: Decryption): Decrypted {
  const { data, content, candidates } = readParts(encrypted, o.recipient)
  const transport = algorithmOf(candidates[0])
  const known = contentCiphers.has(content) || (o.cbc && unauthenticatedCiphers.has(content))
  if (data !== undefined && known && isUnambiguous(data)) {
    const usable = candidates
      .filter((key) => keyTransports.has(algorithmOf(key)) && isUnambiguous(key))
      .slice(0, attemptsMax)
    const text = firstOpened(
      usable.map((key) => withKey(data, key)),
      o.keys,
    )
    if (text !== undefined) return { root: readFragment(text, encrypted, o), content, transport }
  }
  return o.checks.refuse('saml-decryption-failed', { element: encrypted.localName, content, transport })
}

type Parts = {
  readonly content: string
  /** undefined if it cannot be decrypted with any key. */
  readonly data: Element | undefined
  /** Encrypted keys, the likeliest first. */
  readonly candidates: readonly Element[]
}

/** GCM: 12 bytes of initialisation vector, the text, 16 bytes of tag. */
const cipherBytesMin = 12 + 16 + 1

/** Products send about twenty elements for each recipient. The library serializes and parses them again. */
const elementsMax = 60

/** A private key operation takes some milliseconds, and anyone can send an encrypted assertion. */
const attemptsMax = 4

/** One EncryptedData, and the encrypted keys that may open it, wherever they are in the element. */
function readParts(encrypted: Element, recipient: string): Parts {
  const found = onlyChild(encrypted, ns.encryption, 'EncryptedData')
  const elements = [...elementsOf(encrypted)]
  const rank = (key: Element) => rankOf(key, recipient, found === undefined ? [] : referencesOf(found))
  const candidates = elements
    .filter((element) => isNamed(element, ns.encryption, 'EncryptedKey'))
    .toSorted((a, b) => rank(a) - rank(b))
  const isLong = found !== undefined && (decodeBase64(cipherValue(found))?.length ?? 0) >= cipherBytesMin
  const data = isLong && elements.length <= elementsMax ? found : undefined
  return { content: algorithmOf(found), data, candidates }
}

/** XML Signature 1.1 sections 4.5.3 and 4.5.10: RetrievalMethod names an encrypted key, KeyInfoReference a KeyInfo around one. */
function referencesOf(data: Element): string[] {
  return childrenNamed(data, ns.signature, 'KeyInfo')
    .flatMap((info) => [
      ...childrenNamed(info, ns.signature, 'RetrievalMethod'),
      ...childrenNamed(info, ns.signature11, 'KeyInfoReference'),
    ])
    .map((reference) => attributeOf(reference, 'URI') ?? '')
}

/** Core 2.2.4: each wrapped key should name its recipient. */
function rankOf(key: Element, recipient: string, references: readonly string[]): number {
  const holder = key.parentNode as Element
  if ([key, holder].some((one) => references.includes(`#${attributeOf(one, 'Id') ?? ''}`))) return 0
  const named = attributeOf(key, 'Recipient')
  return named === recipient ? 1 : named === null ? 2 : 3
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

/** What the library looks for by its local name only. Some products write DigestMethod in another namespace. */
const partsByName: readonly string[] = ['EncryptionMethod', 'CipherData', 'CipherValue', 'DigestMethod']

/** Whether the library reads the same parts as this file: each is there at most once, in its namespace. */
function isUnambiguous(element: Element): boolean {
  return [...elementsOf(element)].every((parent) => {
    const parts = childrenOf(parent).filter(({ localName }) => partsByName.includes(localName ?? ''))
    const areOurs = parts.every((one) => one.localName === 'DigestMethod' || one.namespaceURI === ns.encryption)
    return areOurs && new Set(parts.map(({ localName }) => localName)).size === parts.length
  })
}

function childrenOf(parent: Element): Element[] {
  const nodes = Array.from({ length: parent.childNodes.length }, (_, at) => parent.childNodes.item(at))
  return nodes.filter((node): node is Element => node?.nodeType === node?.ELEMENT_NODE)
}

/** The EncryptedData as a separate document, with only this key, in the place where the library looks for it. */
function withKey(data: Element, key: Element): string {
  const copy = withoutKeyInfo(data)
  const keyInfo = copy.ownerDocument.createElementNS(ns.signature, 'ds:KeyInfo')
  keyInfo.appendChild(withoutKeyInfo(key))
  copy.insertBefore(keyInfo, copy.firstChild)
  return new XMLSerializer().serializeToString(copy)
}

function withoutKeyInfo(element: Element): Element {
  const copy = element.cloneNode(true) as Element
  for (const keyInfo of childrenNamed(copy, ns.signature, 'KeyInfo')) copy.removeChild(keyInfo)
  return copy
}

function firstOpened(texts: readonly string[], keys: readonly string[]): string | undefined {
  const attempts = texts.flatMap((xml) => keys.map((key) => ({ xml, key })))
  for (const { xml, key } of attempts.slice(0, attemptsMax)) {
    const text = attempt(xml, key)
    if (text !== undefined) return text
  }
  return undefined
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
